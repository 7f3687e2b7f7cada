//! A chat server that plans: correctly, or with every third answer spoilt.
//!
//! Speaks as much HTTP as a chat client needs. Its plans come from the rules and from what the message says, as a
//! good model's would; nothing is shared with the mind that asks.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use anima_rules::techtree::{Effort, Given, Kind, Planner, Step, Way, typical_effort};
use anima_rules::{Block, Item, ItemStack};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use serde_json::{Map, Value, json};

/// What can be wrong with an answer.
const SPOILT: [Spoilt; 8] = [
    Spoilt::WrongId,
    Spoilt::WrongOrder,
    Spoilt::WrongCount,
    Spoilt::Prose,
    Spoilt::Truncated,
    Spoilt::Error,
    Spoilt::Page,
    Spoilt::Stall,
];

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Spoilt {
    WrongId,
    WrongOrder,
    WrongCount,
    /// The plan is right, but there is text around it.
    Prose,
    Truncated,
    /// Status 500.
    Error,
    /// A web page with status 200.
    Page,
    /// No answer at all.
    Stall,
}

/// A running server; it ends with the process.
pub struct Chat {
    pub address: SocketAddr,
    answers: Arc<Mutex<Vec<Option<Spoilt>>>>,
}

impl Chat {
    /// Starts a server at a port of this machine (0: any) that spoils this part of its answers.
    pub fn start(port: u16, spoils: f64, seed: u64) -> std::io::Result<Chat> {
        let listener = TcpListener::bind(("127.0.0.1", port))?;
        let address = listener.local_addr()?;
        let answers = Arc::new(Mutex::new(Vec::new()));
        let log = answers.clone();
        let rng = Arc::new(Mutex::new(Pcg64::seed_from_u64(seed)));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (log, rng) = (log.clone(), rng.clone());
                thread::spawn(move || serve(stream, spoils, &rng, &log));
            }
        });
        Ok(Chat { address, answers })
    }

    /// The address to give a client.
    pub fn url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// What was wrong with each answer so far.
    pub fn answers(&self) -> Vec<Option<Spoilt>> {
        self.answers.lock().expect("nobody panics with it").clone()
    }
}

/// Answers the requests of one connection until the client closes it.
fn serve(stream: TcpStream, spoils: f64, rng: &Mutex<Pcg64>, log: &Mutex<Vec<Option<Spoilt>>>) {
    let Ok(mut out) = stream.try_clone() else { return };
    let mut input = BufReader::new(stream);
    while let Some(body) = read_request(&mut input) {
        let spoilt = {
            let mut rng = rng.lock().expect("nobody panics with it");
            rng.random_bool(spoils).then(|| SPOILT[rng.random_range(0..SPOILT.len())])
        };
        log.lock().expect("nobody panics with it").push(spoilt);
        let (status, kind, text) = match spoilt {
            // Until the client hangs up.
            Some(Spoilt::Stall) => return drop(std::io::copy(&mut input, &mut std::io::sink())),
            Some(Spoilt::Error) => {
                (500, "application/json", json!({"error": {"message": "out of memory"}}).to_string())
            }
            Some(Spoilt::Page) => (200, "text/html", "<html><body>Please log in.</body></html>".to_owned()),
            spoilt => match answer(&body) {
                Ok(plan) => (200, "application/json", completion(&spoil(plan, spoilt))),
                Err(why) => (400, "application/json", json!({"error": {"message": why}}).to_string()),
            },
        };
        let head = format!("HTTP/1.1 {status} -\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n", text.len());
        if out.write_all(head.as_bytes()).and_then(|()| out.write_all(text.as_bytes())).is_err() {
            return;
        }
    }
}

/// The body of the next request.
fn read_request(input: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if input.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim().split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => length = value.trim().parse().ok()?,
            _ if line.trim().is_empty() => break,
            _ => {}
        }
    }
    let mut body = vec![0; length];
    input.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}

fn completion(text: &str) -> String {
    let message = json!({"role": "assistant", "content": text});
    json!({"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}).to_string()
}

/// Makes a right plan wrong.
fn spoil(mut steps: Vec<Value>, how: Option<Spoilt>) -> String {
    let whole = |steps: &[Value]| json!({"steps": steps}).to_string();
    match how {
        Some(Spoilt::WrongId) => whole(&steps).replace("_planks", "_plank").replace("raw_iron", "iron_raw"),
        Some(Spoilt::WrongOrder) => {
            let count = steps.len();
            steps.iter_mut().enumerate().for_each(|(index, step)| step["rank"] = json!(count - index));
            whole(&steps)
        }
        Some(Spoilt::WrongCount) => {
            steps.truncate(steps.len() - 1);
            whole(&steps)
        }
        Some(Spoilt::Prose) => format!("Here is my plan.\n```json\n{}\n```\nGood luck with {{it}}!", whole(&steps)),
        Some(Spoilt::Truncated) => {
            let text = whole(&steps);
            text[..text.len() / 2].to_owned()
        }
        _ => whole(&steps),
    }
}

/// The steps that lead to the goal of the message.
fn answer(body: &Value) -> Result<Vec<Value>, String> {
    let message = body["messages"][1]["content"].as_str().ok_or("no second message")?;
    let (_, after) = message.split_once("```json").ok_or("no JSON block")?;
    let (block, _) = after.split_once("```").ok_or("the JSON block does not end")?;
    let asked: Value = serde_json::from_str(block).map_err(|error| error.to_string())?;
    let carried = carried(&asked["inventory"]);
    let stations: Vec<Block> = names(&asked["state"]["stations_at_hand"]).filter_map(Block::from_name).collect();
    let given = Given { items: &carried, stations: &stations };
    let effort = |way: &Way| effort(way, &asked);
    let planner = Planner::new(&effort);
    let count = |value: &Value| value["count"].as_u64().unwrap_or(1) as u32;
    let goal = names(&asked["goal"]["any_of"]).find_map(Item::from_name).ok_or("no goal")?;
    let mut goals: Vec<(Item, u32)> = vec![(goal, count(&asked["goal"]))];
    let known = asked["facts"]["how_to_get"].as_object();
    let worth = asked["facts"]["worth_having_too"].as_array().into_iter().flatten();
    for provision in worth {
        // `a or b`, or a family: what the facts name is what is got anyway.
        let words = provision["any_of"].as_str().unwrap_or_default();
        let ending = words.strip_prefix("any ").map(|family| format!("_{family}"));
        let suits = |name: &&String| match &ending {
            Some(ending) => name.ends_with(ending),
            None => words.split(" or ").any(|word| word == name.as_str()),
        };
        let named = known.and_then(|known| known.keys().find(suits)).map(String::as_str);
        let name = named.or_else(|| words.split(' ').next()).unwrap_or_default();
        goals.extend(Item::from_name(name).map(|item| (item, count(provision))));
    }
    let plan = planner.plan(&goals, &given).or_else(|_| planner.plan(&goals[..1], &given));
    let plan = plan.map_err(|why| why.to_string())?;
    Ok(plan.steps.iter().enumerate().map(|(index, step)| written(index + 1, step)).collect())
}

fn names(list: &Value) -> impl Iterator<Item = &str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str)
}

fn carried(inventory: &Value) -> Vec<ItemStack> {
    let left = &inventory["uses_left_of_worn_tools"];
    let items = inventory["items"].as_object().into_iter().flatten();
    let stacks = items.filter_map(|(name, count)| Some((Item::from_name(name)?, count.as_u64()? as u32)));
    stacks
        .flat_map(|(item, count)| {
            let worn = left[item.name()].as_u64().map_or(0, |left| item.durability().unwrap_or(0) - left as u16);
            let size = u32::from(item.stack_size());
            (0..count.div_ceil(size)).map(move |index| {
                let stack = ItemStack::new(item, (count - index * size).min(size) as u8);
                ItemStack { damage: worn, ..stack }
            })
        })
        .collect()
}

/// What a way takes as far as the message tells: what was seen is near, what the facts do not name is far, what has
/// just failed is to be left.
fn effort(way: &Way, asked: &Value) -> Effort {
    let mut effort = typical_effort(way);
    let Kind::Mine(block) = way.kind else { return effort };
    let seen = asked["state"]["blocks_seen"].as_array().into_iter().flatten();
    let seen = seen.filter(|seen| seen["what"] == block.name()).filter_map(|seen| seen["blocks_away"].as_f64());
    if let Some(away) = seen.reduce(f64::min) {
        effort.once = 10.0 + 6.0 * away as f32;
    } else if way.place.first > 0.0 && asked["facts"]["how_to_get"].get(way.item.name()).is_none() {
        effort.once += 5000.0;
    }
    let failed = asked["last_failure"]["step"].as_str().unwrap_or_default();
    if failed.contains(&format!("from {block}")) {
        effort.once += 3000.0;
    }
    effort
}

/// A step as a model writes it.
pub(crate) fn written(rank: usize, step: &Step) -> Value {
    let mut materials: Map<String, Value> = Map::new();
    let fuel = step.fuel.map(|fuel| (fuel.item, fuel.count));
    for (item, count) in step.materials.iter().copied().chain(fuel) {
        let sum = materials.entry(item.name()).or_insert(json!(0));
        *sum = json!(sum.as_u64().unwrap_or(0) + u64::from(count));
    }
    let tool = step.tool.map(Item::name).or_else(|| step.station().map(Block::name));
    let amount = |(item, count): (&str, &Value)| json!({ "item": item, "count": count });
    let object = [amount((step.item.name(), &json!(step.count)))];
    let materials: Vec<Value> = materials.iter().map(|(item, count)| amount((item.as_str(), count))).collect();
    json!({
        "rank": rank, "kind": step.kind(), "object": object, "materials": materials, "tool": tool, "note": "",
    })
}
