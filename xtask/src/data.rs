//! `cargo xtask data`: `minecraft-data` 1.19.4 to the committed tables of `native/rules`.
//!
//! One record a line, in id order, so that a change of the source shows as a short diff.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Map, Value, json};

use crate::recipe;

const PACKAGE: &str = "minecraft-data";
const VERSION: &str = "3.117.0";

/// Where the source comes from.
#[derive(clap::Args)]
pub struct Args {
    /// An unpacked `minecraft-data` package; fetched with npm when not given.
    #[arg(long)]
    from: Option<PathBuf>,
}

/// Writes `native/rules/data/*` and `native/rules/src/generated.rs`.
pub fn run(args: &Args) -> Result<()> {
    let package = match &args.from {
        Some(path) => path.clone(),
        None => fetch()?,
    };
    let source = Source { root: package.join("minecraft-data/data/pc/1.19.4") };
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../native/rules");

    let blocks = source.list("blocks")?;
    let items = source.list("items")?;
    let entities = source.list("entities")?;
    let biomes = source.list("biomes")?;
    let foods = source.list("foods")?;
    let item_names = names_by_id(&items)?;

    let data = rules.join("data");
    write_lines(
        &data.join("blocks.jsonl"),
        block_records(&blocks, &item_names, &source.json("blockCollisionShapes")?)?,
    )?;
    write_lines(&data.join("shapes.jsonl"), shape_records(&source.json("blockCollisionShapes")?)?)?;
    write_lines(&data.join("items.jsonl"), item_records(&items, &foods)?)?;
    write_lines(&data.join("entities.jsonl"), entity_records(&entities)?)?;
    write_lines(&data.join("biomes.jsonl"), biome_records(&biomes)?)?;
    let recipes = recipe::records(&source.json("recipes")?, &item_names)?;
    let recipe_count = recipes.len();
    write_lines(&data.join("recipes.jsonl"), recipes)?;

    let mut constants = String::from(
        "// Written by `cargo xtask data`; do not edit.\n\nuse crate::{Biome, Block, EntityKind, Item};\n",
    );
    for (kind, list) in [("Block", &blocks), ("Item", &items), ("EntityKind", &entities), ("Biome", &biomes)] {
        constants_of(&mut constants, kind, list)?;
    }
    fs::write(rules.join("src/generated.rs"), constants)?;
    println!(
        "{PACKAGE} {VERSION}: {} blocks, {} items, {} entities, {} biomes, {recipe_count} recipes",
        blocks.len(),
        items.len(),
        entities.len(),
        biomes.len()
    );
    Ok(())
}

/// Downloads and unpacks the package under `target/`.
fn fetch() -> Result<PathBuf> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/minecraft-data");
    let package = dir.join("package");
    if package.join("minecraft-data/data/pc/1.19.4").is_dir() {
        return Ok(package);
    }
    fs::create_dir_all(&dir)?;
    call(Command::new("npm").args(["pack", &format!("{PACKAGE}@{VERSION}"), "--silent"]).current_dir(&dir))?;
    call(Command::new("tar").args(["xzf", &format!("{PACKAGE}-{VERSION}.tgz")]).current_dir(&dir))?;
    Ok(package)
}

fn call(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("starting {command:?}"))?;
    ensure!(status.success(), "{command:?} failed: {status}");
    Ok(())
}

struct Source {
    root: PathBuf,
}

impl Source {
    fn json(&self, name: &str) -> Result<Value> {
        let path = self.root.join(format!("{name}.json"));
        let text = fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
        serde_json::from_str(&text).with_context(|| format!("parsing {}", path.display()))
    }

    /// A list of records sorted by id, without gaps.
    fn list(&self, name: &str) -> Result<Vec<Value>> {
        let Value::Array(mut list) = self.json(name)? else { bail!("{name}.json is not a list") };
        list.sort_by_key(|record| record["id"].as_u64());
        Ok(list)
    }
}

fn name(record: &Value) -> Result<&str> {
    record["name"].as_str().with_context(|| format!("record without a name: {record}"))
}

fn names_by_id(items: &[Value]) -> Result<BTreeMap<u64, String>> {
    items.iter().map(|item| Ok((item["id"].as_u64().context("item id")?, name(item)?.to_owned()))).collect()
}

/// Ids must be their index, because the tables are indexed by id.
fn dense(index: usize, record: &Value) -> Result<()> {
    ensure!(record["id"].as_u64() == Some(index as u64), "ids of {} are not dense", name(record)?);
    Ok(())
}

fn block_records(blocks: &[Value], items: &BTreeMap<u64, String>, shapes: &Value) -> Result<Vec<Value>> {
    let mut next_state = 0;
    blocks
        .iter()
        .enumerate()
        .map(|(index, block)| {
            dense(index, block)?;
            let name = name(block)?;
            let first = block["minStateId"].as_u64().context("minStateId")?;
            ensure!(first == next_state, "state ids of {name} are not dense");
            next_state = block["maxStateId"].as_u64().context("maxStateId")? + 1;
            let properties: Vec<Value> = block["states"].as_array().context("states")?.iter().map(property).collect();
            let tools: Vec<&str> = match block["harvestTools"].as_object() {
                None => Vec::new(),
                Some(tools) => tools
                    .keys()
                    .map(|id| items.get(&id.parse()?).map(String::as_str).context("harvest tool"))
                    .collect::<Result<_>>()?,
            };
            let mut record = json!({
                "name": name,
                "state": first,
                "default": block["defaultState"].as_u64().context("defaultState")? - first,
                "hardness": block["hardness"],
                "resistance": block["resistance"],
                "material": block["material"],
                "light": [block["emitLight"], block["filterLight"]],
                "opaque": !block["transparent"].as_bool().context("transparent")?,
                "shape": shapes["blocks"][name],
            });
            let fields = record.as_object_mut().context("a record is an object")?;
            if !properties.is_empty() {
                fields.insert("properties".into(), Value::Array(properties));
            }
            if !tools.is_empty() {
                fields.insert("tools".into(), json!(tools));
            }
            Ok(record)
        })
        .collect()
}

/// `[name, value, value ...]`; the last property of a block varies fastest in its state ids.
fn property(state: &Value) -> Value {
    let mut list = vec![state["name"].clone()];
    match state["values"].as_array() {
        Some(values) => list.extend(values.iter().cloned()),
        None => list.extend([json!("true"), json!("false")]),
    }
    Value::Array(list)
}

fn shape_records(shapes: &Value) -> Result<Vec<Value>> {
    let shapes = shapes["shapes"].as_object().context("shapes")?;
    (0..shapes.len()).map(|index| shapes.get(&index.to_string()).cloned().context("shape ids are not dense")).collect()
}

fn item_records(items: &[Value], foods: &[Value]) -> Result<Vec<Value>> {
    let foods: BTreeMap<u64, &Value> = foods.iter().filter_map(|food| Some((food["id"].as_u64()?, food))).collect();
    items
        .iter()
        .enumerate()
        .map(|(index, item)| {
            dense(index, item)?;
            let mut record = Map::new();
            record.insert("name".into(), item["name"].clone());
            record.insert("title".into(), item["displayName"].clone());
            record.insert("stack".into(), item["stackSize"].clone());
            if let Some(durability) = item.get("maxDurability") {
                record.insert("durability".into(), durability.clone());
            }
            if let Some(food) = foods.get(&(index as u64)) {
                record.insert("food".into(), json!([food["foodPoints"], food["saturation"]]));
            }
            Ok(Value::Object(record))
        })
        .collect()
}

fn entity_records(entities: &[Value]) -> Result<Vec<Value>> {
    entities
        .iter()
        .enumerate()
        .map(|(index, entity)| {
            dense(index, entity)?;
            Ok(json!({ "name": entity["name"], "size": [entity["width"], entity["height"]], "type": entity["type"] }))
        })
        .collect()
}

fn biome_records(biomes: &[Value]) -> Result<Vec<Value>> {
    biomes
        .iter()
        .enumerate()
        .map(|(index, biome)| {
            dense(index, biome)?;
            Ok(json!({
                "name": biome["name"],
                "temperature": biome["temperature"],
                "precipitation": biome["has_precipitation"],
                "category": biome["category"],
                "dimension": biome["dimension"],
            }))
        })
        .collect()
}

fn constants_of(out: &mut String, kind: &str, list: &[Value]) -> Result<()> {
    write!(out, "\n#[allow(missing_docs)]\nimpl {kind} {{\n")?;
    writeln!(out, "    /// How many there are; ids are below it.\n    pub const COUNT: usize = {};", list.len())?;
    for (index, record) in list.iter().enumerate() {
        writeln!(out, "    pub const {}: {kind} = {kind}({index});", name(record)?.to_uppercase())?;
    }
    out.push_str("}\n");
    Ok(())
}

fn write_lines(path: &Path, records: Vec<Value>) -> Result<()> {
    let mut text = String::new();
    for record in records {
        writeln!(text, "{record}")?;
    }
    fs::write(path, text).with_context(|| format!("writing {}", path.display()))
}
