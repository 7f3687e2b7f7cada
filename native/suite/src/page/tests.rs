use anima_intent::Cause;

use super::*;
use crate::kept::tests::resolved;
use crate::report::tests::row;
use crate::rows::lines;
use crate::{End, ServerBody, Why};

/// A host that cannot play a record again.
fn none(games: &[Recorded]) -> Result<Vec<Result<Journey>>> {
    Ok(games.iter().map(|_| Err(anyhow::anyhow!("it was played elsewhere"))).collect())
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
    let text = page(run, 3, none).unwrap();
    is_self_contained(&text);
    assert!(text.contains("cannot be read") && text.contains("settings.toml"), "what is missing is said");
    assert!(text.contains("No record of it was kept") && text.contains("panic: &lt;b&gt;"));
    assert!(text.contains("<b>mine oak_log from oak_log</b> (2)"), "equal acts are counted together");
    assert!(text.contains("anima run &quot;get stick&quot; --seed 2 --ticks 100<"), "without --config");
    let reasons = [text.find("out of ticks: 2 of"), text.find("panic: 1 of")];
    assert!(reasons[0].is_some() && reasons[0] < reasons[1], "the most frequent first");

    fs::write(run.join("settings.toml"), resolved().text().unwrap()).unwrap();
    assert!(page(run, 3, none).unwrap().contains("4 of its 6 games"), "the run is not over");
    fs::write(run.join(ROWS), "").unwrap();
    assert!(page(run, 3, none).unwrap_err().to_string().contains("no games"));
    fs::remove_file(run.join(ROWS)).unwrap();
    assert!(page(run, 3, none).unwrap_err().to_string().contains("rows.jsonl"));
}

#[test]
fn a_run_of_several_tasks_is_summed_up() {
    let out = tempfile::tempdir().unwrap();
    let out_of = |act: &str| Some(Why::OutOfTicks { act: Some(act.into()), failed: None });
    let rows = [
        row("a", 1, 90, None),
        row("a", 2, 100, out_of("mine 3 oak_log from oak_log")),
        row("b", 1, 100, out_of("mine 5 oak_log from oak_log")),
        row("b", 2, 100, Some(Why::Broke { text: "no way".into() })),
    ];
    fs::write(out.path().join(ROWS), lines(&rows).unwrap()).unwrap();
    let text = page(out.path(), 0, none).unwrap();
    is_self_contained(&text);
    assert!(text.contains("<b>1 of 4</b> games of 2 tasks: <b>25.0 %</b> (4.6 to 69.9 %)"), "{text}");
    let both = "<b>2</b> out of ticks while it was to mine oak_log from oak_log <span class=\"faint\">\
                <a href=\"#task-1\">a</a>, <a href=\"#task-2\">b</a></span>";
    assert!(text.contains(both), "what different tasks were lost for is counted together");
    let mut resolved = resolved();
    resolved.task[0].name = "a".into();
    resolved.task[0].published = [("GITM".into(), 90.0), ("VPT".into(), 10.0)].into();
    resolved.task[1].name = "b".into();
    resolved.task[1].published = [("GITM".into(), 45.0)].into();
    fs::write(out.path().join("settings.toml"), resolved.text().unwrap()).unwrap();
    let text = page(out.path(), 0, none).unwrap();
    assert!(text.contains("mean over tasks: GITM 67.5 %, VPT 10.0 % (over 1 of them)."), "{text}");
    fs::write(out.path().join(ROWS), lines(&rows[..2]).unwrap()).unwrap();
    assert!(!page(out.path(), 0, none).unwrap().contains("All tasks together"), "one task tells all there is");
    let impossible = Why::GaveUp { cause: Cause::Impossible { why: "beetroot never grows here".into() } };
    let lost = [row("a", 1, 90, Some(impossible)), Row { end: End::not_played("no skill"), ..row("b", 1, 0, None) }];
    fs::write(out.path().join(ROWS), lines(&lost).unwrap()).unwrap();
    let text = page(out.path(), 0, none).unwrap();
    assert!(text.contains("Of the lost 1 were given up as impossible. 1 could not be played"));
}

#[test]
fn where_lost_games_went_is_shown_before_what_was_won() {
    let out = tempfile::tempdir().unwrap();
    let lost = |seed| row("b", seed, 100, Some(Why::Broke { text: "no way".into() }));
    let rows = [row("a", 1, 90, None), lost(1), lost(2)];
    fs::write(out.path().join(ROWS), lines(&rows).unwrap()).unwrap();
    for row in &rows {
        let record = record_path(out.path(), &row.task, row.seed);
        fs::create_dir_all(record.parent().unwrap()).unwrap();
        fs::write(record, "").unwrap();
    }
    let shown = |most| {
        let mut shown = Vec::new();
        page(out.path(), most, |games| {
            shown = games.iter().map(|game| (game.row.task.clone(), game.row.seed)).collect();
            none(games)
        })
        .unwrap();
        shown
    };
    let (first, won, second) = (("b".into(), 1), ("a".into(), 1), ("b".into(), 2));
    assert_eq!(shown(1), std::slice::from_ref(&first));
    assert_eq!(shown(20), [first, won, second]);
}

#[test]
fn games_of_a_server_are_told_with_its_world_and_their_places() {
    let out = tempfile::tempdir().unwrap();
    let body = ServerBody { world_seed: -7, place: [16_008, -24_312], warp: true };
    let of_server = |seed| Row { world: "world".into(), server_body: Some(body.clone()), ..row("a", seed, 90, None) };
    fs::write(out.path().join(ROWS), lines(&[of_server(1), of_server(2)]).unwrap()).unwrap();
    let text = page(out.path(), 2, none).unwrap();
    for told in ["no client prediction, no latency", "world seed -7, as fast as it could go", "around 16008 -24312 of"]
    {
        assert!(text.contains(told), "{told}");
    }
    fs::write(out.path().join(ROWS), lines(&[row("a", 1, 90, None)]).unwrap()).unwrap();
    assert!(!page(out.path(), 2, none).unwrap().contains("client prediction"), "the embedded world has none of it");
}
