//! Tries skills.
#![allow(clippy::unwrap_used)]
use anima_rules::*;
use anima_skills::*;
use anima_world::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let at: Vec<f64> = a[2].split(',').map(|v| v.parse().unwrap()).collect();
    let save = Save::open(std::path::Path::new(&a[1])).unwrap();
    let mut world =
        World::new(save, Options { start: Some(glam::DVec3::new(at[0], at[1], at[2])), seed: 1, ..Options::default() });
    let me = Me::new(Settings::default(), world.observe());
    let mut task = Task::new({
        let me = me.clone();
        async move { run(&me).await }
    });
    let t = std::time::Instant::now();
    let mut last = Vec::new();
    for tick in 0..12000 {
        me.begin(world.observe());
        let done = task.poll();
        let doing = me.doing_now();
        if doing != last {
            println!("{tick} {:?} {:?} hp {}", doing, me.now().player.pos.as_ivec3(), me.now().player.health);
            last = doing;
        }
        let c = me.end();
        world.tick(&c);
        if let Some(r) = done {
            println!("{tick} {r:?} {:?}", world.observe().inventory.slots.iter().flatten().collect::<Vec<_>>());
            break;
        }
    }
    println!("{:?}", t.elapsed());
}
async fn run(me: &Me) -> Outcome {
    let logs: Vec<Block> =
        Block::all().filter(|b| b.name().ends_with("_log") && !b.name().starts_with("stripped")).collect();
    me.wait(12).await;
    while me.now().inventory.count_where(|s| s.item.name().ends_with("_log")) < 5 {
        let l = logs.clone();
        let it = me.senses().atlas().nearest(logs.iter().copied(), me.now().player.feet()).map(|p| p.1);
        let Some(b) = it else { return Err(Reason::NotFound("logs".into())) };
        println!("tick {} mine {b}", me.now().tick);
        let _ = l;
        me.doing("mine log", mine(me, Item::from_name(b.name()).unwrap(), 1, &[b])).await?;
        println!("{} {:?}", me.now().tick, me.now().inventory.slots.iter().flatten().collect::<Vec<_>>());
    }
    let planks = Item::from_name(
        &me.now()
            .inventory
            .slots
            .iter()
            .flatten()
            .find(|s| s.item.name().ends_with("_log"))
            .unwrap()
            .item
            .name()
            .replace("_log", "_planks"),
    )
    .unwrap();
    craft(me, planks, 12).await?;
    craft(me, Item::STICK, 4).await?;
    craft(me, Item::CRAFTING_TABLE, 1).await?;
    craft(me, Item::WOODEN_PICKAXE, 1).await?;
    println!("tick {}", me.now().tick);
    Ok(())
}
