use std::time::SystemTime;

use super::*;
use crate::report::tests::row;
use crate::rows::lines;
use crate::series::tests::series;
use crate::{Played, RunFolder, Series, Why};

fn folder(out: &Path) -> RunFolder {
    RunFolder::create(out, "small", SystemTime::UNIX_EPOCH).unwrap()
}

/// All that a page refers to must lie in it, and nothing may run.
#[track_caller]
fn is_self_contained(page: &str) {
    assert!(!page.contains("<script") && !page.contains("javascript:"), "no script");
    for reference in ["href=\"", "src=\"", "url("] {
        for (at, _) in page.match_indices(reference) {
            let target = &page[at + reference.len()..];
            let inside = ["#task-", "data:"].iter().any(|start| target.starts_with(start));
            assert!(inside, "{}", &target[..target.len().min(40)]);
        }
    }
}

#[test]
fn a_run_is_told_with_its_games_and_why_they_were_lost() {
    let out = tempfile::tempdir().unwrap();
    let mut series = series(2);
    (series.games, series.analysis) = (2, "Does it <work>?".into());
    series.matches.iter_mut().for_each(|task| task.ticks = 30);
    series.matches[0].task = "<script>alert(1)</script>".into();
    series.matches[0].goal = "get 64 diamond_block".into();
    let folder = folder(out.path());
    let (rows, report) = series.play(&folder, Played::default(), |_| {}).unwrap();
    assert_eq!(report.tasks[0].successes, 0);
    let page = page(folder.path(), 1, 2).unwrap();
    is_self_contained(&page);
    assert!(page.contains("&lt;script&gt;alert(1)&lt;") && page.contains("Does it &lt;work&gt;?"));
    for row in &rows {
        assert!(page.contains(&format!("--seed {} --ticks 30 --config {}", row.seed, again::CONFIG)), "{}", row.seed);
    }
    assert!(page.contains("radius = 2"), "what the commands need is on the page");
    assert!(page.contains("0 of 2") && page.contains("0 to 65.8 %"), "the rate with its interval");
    assert!(page.contains("Its last acts") && page.contains("obtain 64 diamond_block: 0 of 64"));
    // One lost game of each task is shown; of a task that lost none, one that it won.
    assert_eq!(page.matches("data:image/png").count(), 2);
    assert_eq!(page.matches("data:image/jpeg").count(), 2);
    assert_eq!(page.matches("class=\"start\"").count(), 2);
    assert!(!page.contains("to another end"), "this program played them");
}

#[test]
fn a_record_that_this_program_plays_otherwise_is_told_of() {
    let out = tempfile::tempdir().unwrap();
    let mut series = series(1);
    (series.games, series.matches) = (1, series.matches.split_off(1));
    series.matches[0].ticks = 20;
    let folder = folder(out.path());
    let (mut rows, _) = series.play(&folder, Played::default(), |_| {}).unwrap();
    let file = record_path(folder.path(), &rows[0].task, rows[0].seed);
    let record = fs::read_to_string(&file).unwrap().replace("\"health\":20.0", "\"health\":7.0");
    fs::write(&file, record).unwrap();
    rows[0].end.health = 7.0;
    folder.write(ROWS, &lines(&rows).unwrap()).unwrap();
    let text = page(folder.path(), 1, 1).unwrap();
    assert!(text.contains("to another end (health: recorded 7, got 20)"), "the map may be wrong");
    fs::write(&file, "{}\n").unwrap();
    let text = page(folder.path(), 1, 1).unwrap();
    assert!(text.contains("No map: playing") && text.contains("line 1"), "what cannot be played is named");
}

/// What a run of an older version keeps: neither `series.json` nor all keys of the settings.
#[test]
fn older_and_unfinished_runs_are_told_too() {
    let out = tempfile::tempdir().unwrap();
    let run = out.path();
    let out_of = |act: &str| Some(Why::OutOfTicks { act: Some(act.into()), failed: None });
    let rows = [
        row("a", 1, 90, None),
        row("a", 2, 100, out_of("mine 3 oak_log from oak_log")),
        row("a", 3, 100, out_of("mine 5 oak_log from oak_log")),
        row("a", 4, 100, Some(Why::Broke { text: "panic: <b>".into() })),
    ];
    fs::write(run.join(ROWS), lines(&rows).unwrap() + "{\"suite\":").unwrap();
    let text = page(run, 3, 1).unwrap();
    is_self_contained(&text);
    assert!(text.contains("cannot be read") && text.contains("settings.toml"), "what is missing is said");
    assert!(text.contains("No record of it was kept") && text.contains("panic: &lt;b&gt;"));
    assert!(text.contains("<b>mine oak_log from oak_log</b> (2)"), "equal acts are counted together");
    assert!(text.contains("anima run &quot;get stick&quot; --seed 2 --ticks 100<"), "without --config");
    let reasons = [text.find("out of ticks: 2 of"), text.find("panic: 1 of")];
    assert!(reasons[0].is_some() && reasons[0] < reasons[1], "the most frequent first");

    let series: Series = series(1);
    fs::write(run.join("settings.toml"), series.resolved().unwrap()).unwrap();
    assert!(page(run, 3, 1).unwrap().contains("4 of its 6 games"), "the run is not over");
    fs::write(run.join(ROWS), "").unwrap();
    assert!(page(run, 3, 1).unwrap_err().to_string().contains("no games"));
    fs::remove_file(run.join(ROWS)).unwrap();
    assert!(page(run, 3, 1).unwrap_err().to_string().contains("rows.jsonl"));
}
