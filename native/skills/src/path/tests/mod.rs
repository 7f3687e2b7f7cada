//! Drawings of small worlds, seen from the side, and what is done in them.

mod edge;
mod rubble;

use anima_body::BlockPos;
use anima_rules::{Block, BlockState, Item, ItemStack};
use rustc_hash::FxHashMap;

use super::*;

/// A drawing: x to the right, y up, one block deep. Left and right of it, before and behind it all is bedrock, above
/// and below it air.
///
/// `S` start, `X` goal, `.` air, `#` stone, `B` bedrock, `~` water, `L` lava, `_` slab, `=` fence, `:` gravel,
/// `n` four snow layers, `/` stairs up to the right, `H` ladder on the block to its right, `D` closed door,
/// `?` unknown.
struct Drawing {
    cells: FxHashMap<(i32, i32), BlockState>,
    unknown: Vec<(i32, i32)>,
    width: i32,
    start: BlockPos,
    goal: BlockPos,
}

fn draw(side_view: &str) -> Drawing {
    let rows: Vec<&str> = side_view.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
    let (mut cells, mut unknown) = (FxHashMap::default(), Vec::new());
    let (mut start, mut goal) = (None, None);
    for (row, y) in rows.iter().zip((64 - rows.len() as i32 + 1..=64).rev()) {
        for (x, letter) in row.chars().enumerate() {
            let x = x as i32;
            let state = match letter {
                '.' => BlockState::AIR,
                'S' | 'X' => {
                    let place = if letter == 'S' { &mut start } else { &mut goal };
                    *place = Some(BlockPos::new(x, y, 0));
                    BlockState::AIR
                }
                '#' => Block::STONE.state(),
                'B' => Block::BEDROCK.state(),
                '~' => Block::WATER.state(),
                'L' => Block::LAVA.state(),
                '_' => Block::OAK_SLAB.state(),
                '=' => Block::OAK_FENCE.state(),
                ':' => Block::GRAVEL.state(),
                'n' => Block::SNOW.with("layers", "4"),
                '/' => Block::STONE_STAIRS.with("facing", "east"),
                'H' => Block::LADDER.with("facing", "west"),
                'D' => Block::OAK_DOOR.with("facing", "east"),
                '?' => {
                    unknown.push((x, y));
                    BlockState::AIR
                }
                letter => panic!("{letter} is not a letter of drawings"),
            };
            cells.insert((x, y), state);
        }
    }
    let width = rows[0].len() as i32;
    Drawing { cells, unknown, width, start: start.expect("an S"), goal: goal.expect("an X") }
}

impl Drawing {
    fn block(&self, pos: BlockPos) -> Option<BlockState> {
        if self.unknown.contains(&(pos.x, pos.y)) {
            None
        } else if pos.z == 0 && (0..self.width).contains(&pos.x) {
            Some(self.cells.get(&(pos.x, pos.y)).copied().unwrap_or(BlockState::AIR))
        } else {
            Some(Block::BEDROCK.state())
        }
    }

    fn search(&self, conditions: Conditions) -> Status {
        let mut search = Search::new(self.start.floor_center(), Goal::Block(self.goal), conditions);
        search.finish(&|pos| self.block(pos))
    }
}

/// The moves of a path, runs of equal ones counted.
fn moves(path: &Path) -> String {
    let mut runs: Vec<(Move, usize)> = Vec::new();
    for step in &path.steps {
        match runs.last_mut() {
            Some((by, count)) if *by == step.by => *count += 1,
            _ => runs.push((step.by, 1)),
        }
    }
    let run = |(by, count): &(Move, usize)| match count {
        1 => by.name().to_owned(),
        count => format!("{} {count}", by.name()),
    };
    runs.iter().map(run).collect::<Vec<_>>().join(", ")
}

fn says(status: &Status) -> String {
    match status {
        Status::Running => "running".into(),
        Status::Found(path) => moves(path),
        Status::Partial(path) => format!("partial: {}", moves(path)),
        Status::Unreachable => "unreachable".into(),
        Status::GivenUp => "given up".into(),
    }
}

#[track_caller]
fn check_with(side_view: &str, conditions: Conditions, expected: &str) {
    assert_eq!(says(&draw(side_view).search(conditions)), expected, "{side_view}");
}

#[track_caller]
fn check(side_view: &str, expected: &str) {
    check_with(side_view, Conditions::default(), expected);
}

fn digger() -> Conditions {
    let tools = [Item::IRON_PICKAXE, Item::IRON_SHOVEL].map(|item| ItemStack::new(item, 1));
    Conditions { can_dig: true, tools: tools.to_vec(), ..Conditions::default() }
}

fn builder(blocks: u32) -> Conditions {
    Conditions { can_place: true, blocks, ..Conditions::default() }
}

#[test]
fn goes_on_to_what_is_worth_more() {
    let floor = |pos: BlockPos| Some(if pos.y < 64 { Block::STONE.state() } else { BlockState::AIR });
    let end = |less: u32| {
        let near = Goal::Lesser { goal: Box::new(Goal::Block(BlockPos::new(4, 64, 0))), ticks: less };
        let goal = Goal::Any(vec![near, Goal::Block(BlockPos::new(-10, 64, 0))]);
        let from = BlockPos::new(0, 64, 0).floor_center();
        match Search::new(from, goal, Conditions::default()).finish(&floor) {
            Status::Found(path) => path.end().x,
            status => panic!("{status:?}"),
        }
    };
    // Six blocks more take 21 ticks.
    assert_eq!((end(0), end(15), end(30), end(500)), (4, 4, -10, -10));
    let walled = "
        BBBBBBBBBB
        B...B....B
        BS..BX...B
        BBBBBBBBBB";
    let drawing = draw(walled);
    let near = Goal::Lesser { goal: Box::new(Goal::Block(drawing.start.offset(2, 0, 0))), ticks: 500 };
    let goal = Goal::Any(vec![near, Goal::Block(drawing.goal)]);
    let mut search = Search::new(drawing.start.floor_center(), goal, Conditions::default());
    let found = search.finish(&|pos| drawing.block(pos));
    assert_eq!(says(&found), "walk 2", "the better one cannot be reached");
}

#[test]
fn walks_steps_and_jumps() {
    check(
        "
        S....X
        ######
        ",
        "walk 5",
    );
    check(
        "
        .......
        .....X.
        ..._##.
        S._####
        #######
        ",
        "walk 2, jump, walk 2",
    );
    check(
        "
        ....X
        S.###
        #####
        ",
        "walk, jump, walk 2",
    );
    check(
        "
        ....X
        ..###
        S.###
        #####
        ",
        "unreachable",
    );
}

#[test]
fn heights_are_those_of_the_shapes() {
    // Half a block of snow on the edge of a terrace is too high to jump: 1.375.
    check(
        "
        ..n.X
        ..###
        S.###
        #####
        ",
        "unreachable",
    );
    check(
        "
        ..n.X
        S.###
        #####
        ",
        "unreachable",
    );
    check(
        "
        S.=.X
        #####
        ",
        "unreachable",
    );
    check(
        "
        .....X
        ..../#
        .../##
        S./###
        ######
        ",
        "walk 5",
    );
    check(
        "
        ..##.
        S._.X
        #####
        ",
        "unreachable",
    );
}

#[test]
fn falls_only_as_far_as_allowed() {
    check(
        "
        S..
        #..
        #..
        #.X
        ###
        ",
        "fall, walk",
    );
    check(
        "
        S..
        #..
        #..
        #..
        #.X
        ###
        ",
        "unreachable",
    );
    check(
        "
        S..
        #..
        #..
        #..
        #..
        #~X
        ###
        ",
        "fall, swim",
    );
}

#[test]
fn falls_hurt_no_more_than_is_allowed_all_together() {
    let may_hurt = |half_hearts: u8| Conditions { may_hurt: half_hearts, can_leap: false, ..Conditions::default() };
    let cliff = "
        S..
        #..
        #..
        #..
        #..
        #.X
        ###
        ";
    check_with(cliff, may_hurt(1), "unreachable");
    check_with(cliff, may_hurt(2), "fall, walk");
    let two_cliffs = "
        S....
        #....
        #....
        #....
        #....
        ##...
        ##...
        ##...
        ##..X
        #####
        ";
    check_with(two_cliffs, may_hurt(1), "unreachable");
    check_with(two_cliffs, may_hurt(2), "fall 2, walk 2");
}

#[test]
fn nobody_leaps_over_lava() {
    check(
        "
        S....X
        ##...#
        ##LLL#
        ######
        ",
        "unreachable",
    );
}

#[test]
fn leaps_gaps_of_up_to_three() {
    check(
        "
        S..X
        ##.#
        ",
        "walk, leap",
    );
    check(
        "
        S....X
        ##...#
        ",
        "walk, leap",
    );
    check(
        "
        S.....X
        ##....#
        ",
        "unreachable",
    );
    check(
        "
        ...X
        S..#
        ##..
        ",
        "walk, leap",
    );
    check(
        "
        .###..
        S....X
        ##...#
        ",
        "unreachable",
    );
    let walker = Conditions { can_leap: false, ..Conditions::default() };
    check_with(
        "
        S..X
        ##.#
        ",
        walker,
        "unreachable",
    );
}

#[test]
fn swims_and_comes_ashore() {
    check(
        "
        S......X
        ##~~~~##
        ########
        ",
        "walk, fall, swim 4, walk",
    );
    check(
        "
        S.......
        ##~~~~##
        ##~~~~##
        ###~~X##
        ########
        ",
        "walk, fall, swim 5",
    );
    check(
        "
        S.LX
        ####
        ",
        "unreachable",
    );
}

#[test]
fn climbs_ladders() {
    check(
        "
        ....X
        ..H##
        ..H##
        ..H##
        S.H##
        #####
        ",
        "walk 2, climb 4, walk",
    );
}

#[test]
fn opens_doors() {
    check(
        "
        ..D..
        S.D.X
        #####
        ",
        "walk, open, walk 2",
    );
    check_with(
        "
        ..D..
        S.D.X
        #####
        ",
        Conditions { can_open: false, ..Conditions::default() },
        "unreachable",
    );
}

#[test]
fn digs_only_what_it_may() {
    let wall = "
        ####
        .#..
        S#.X
        ####
        ";
    check_with(wall, digger(), "dig, walk 2");
    check(wall, "unreachable");
    check_with(
        "
        BBBB
        .#L.
        S##X
        ####
        ",
        digger(),
        "unreachable",
    );
    check_with(
        "
        .....
        S....
        ##...
        ##...
        #X...
        #####
        ",
        digger(),
        "walk, fall, dig",
    );
    check_with(
        "
        B.B
        BSB
        B#B
        B#B
        BXB
        BBB
        ",
        digger(),
        "dig down 2",
    );
    // Lava below the floor: it is not dug into.
    check_with(
        "
        B.BB
        BSBB
        B#BB
        BLXB
        BBBB
        ",
        digger(),
        "unreachable",
    );
}

#[test]
fn blocks_that_fall_cost_more_to_dig_under() {
    let ticks = |side_view: &str| match draw(side_view).search(digger()) {
        Status::Found(path) => path.ticks,
        status => panic!("{status:?}"),
    };
    let plain = ticks("BBBB\nB###\nS#.X\n####");
    let gravel = ticks("BB:B\nB:::\nS#.X\n####");
    assert!(gravel > plain + 10, "{gravel} {plain}");
}

#[test]
fn builds_with_what_is_carried() {
    let gap = "
        S......X
        ##.....#
        ";
    check_with(gap, Conditions { can_leap: false, ..builder(5) }, "walk, bridge 5, walk");
    check_with(gap, builder(2), "walk, pillar, bridge, leap");
    check_with(gap, builder(1), "unreachable");
    let wall = "
        ...X
        ..##
        ..##
        S.##
        ####
        ";
    check_with(wall, Conditions { can_leap: false, ..builder(3) }, "walk, pillar 2, jump, walk");
    check_with(wall, builder(1), "unreachable");
}

#[test]
fn a_closed_goal_is_proven_unreachable_in_an_open_world() {
    let open = |pos: BlockPos| {
        let in_box = (pos.x - 50).abs() <= 2 && (pos.z).abs() <= 2 && (64..68).contains(&pos.y);
        let shell = (pos.x - 50).abs() == 2 || pos.z.abs() == 2 || pos.y == 67;
        Some(if pos.y < 64 || (in_box && shell) { Block::BEDROCK.state() } else { BlockState::AIR })
    };
    let goal = Goal::Block(BlockPos::new(50, 64, 0));
    let mut search = Search::new(BlockPos::new(0, 64, 0).floor_center(), goal, Conditions::default());
    assert_eq!(search.finish(&open), Status::Unreachable);
    assert!(search.expanded() < 1000, "{}", search.expanded());
}

#[test]
fn a_search_in_pieces_finds_the_same() {
    let drawing = draw(
        "
        ..........
        .......X..
        ......###.
        S...~~####
        ##########
        ",
    );
    let whole = drawing.search(Conditions::default());
    let goal = Goal::Block(drawing.goal);
    let mut search = Search::new(drawing.start.floor_center(), goal, Conditions::default());
    let mut runs = 0;
    let pieces = loop {
        runs += 1;
        match search.run(&|pos| drawing.block(pos), 1) {
            Status::Running => {}
            status => break status,
        }
    };
    assert_eq!(pieces, whole);
    assert!(runs > 5);
}

#[test]
fn sees_what_it_is_to_touch() {
    let drawing = draw(
        "
        .....BBB
        S....#X#
        ########
        ",
    );
    let reach = |goal: Goal| {
        let mut search = Search::new(drawing.start.floor_center(), goal, Conditions::default());
        search.finish(&|pos| drawing.block(pos))
    };
    assert_eq!(says(&reach(Goal::Reach(BlockPos::new(5, 63, 0)))), "walk");
    assert_eq!(says(&reach(Goal::Reach(BlockPos::new(6, 63, 0)))), "unreachable");
}

#[test]
fn an_agent_that_dreads_a_mob_digs_past_it() {
    let drawing = draw(
        "
        BBBBBBBBBBBBBBBBBBBBB
        .....................
        S...................X
        #####################
        #####################
        #####################
        #####################
        BBBBBBBBBBBBBBBBBBBBB
        ",
    );
    let foe = BlockPos::new(10, drawing.start.y, 0);
    for (dread, digs) in [(0, false), (5, false), (40, true)] {
        let conditions = Conditions { shunned: vec![(foe, 6)], dread, ..digger() };
        let Status::Found(path) = drawing.search(conditions) else { panic!("there is a way") };
        let dug = path.steps.iter().filter(|step| matches!(step.by, Move::Dig | Move::DigDown)).count();
        assert_eq!(dug > 8, digs, "{dread}: {path:?}");
    }
}

#[test]
fn health_is_worth_a_way_around() {
    // Off a bridge at once, three half hearts deep, or back to its other end and under it.
    let drawing = draw(
        "
        ...................
        ................S..
        ...BBBBBBBBBBBBBB..
        ...................
        ..B................
        .B.................
        ...................
        ..................X
        BBBBBBBBBBBBBBBBBBB
        ",
    );
    let conditions = Conditions { may_hurt: 6, ..Conditions::default() };
    let Status::Found(path) = drawing.search(conditions) else { panic!("there is a way") };
    assert!(path.steps.iter().any(|step| step.to.x == 0), "{}", moves(&path));
}

#[test]
fn straight_up_through_rock_is_dug_and_built() {
    let conditions = Conditions { can_place: true, blocks: 6, ..digger() };
    check_with(
        "
        X....
        #####
        #####
        #####
        #####
        .####
        S####
        #####
        ",
        conditions,
        "pillar 6",
    );
}
