//! The answer of a model: one JSON object, dug out of the text and read into types.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::reply::{Amount, the_object};

/// The most steps that a plan may have.
pub(crate) const MAX_STEPS: usize = 40;

/// A plan as a model writes it.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct Answer {
    /// At most three sentences, before the decision.
    #[serde(default)]
    pub thoughts: String,
    /// The steps, in the order in which they are to be done.
    pub steps: Vec<AnswerStep>,
}

/// A step as a model writes it.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct AnswerStep {
    /// Its place in the order, from 1.
    pub rank: u32,
    /// What is done.
    pub kind: AnswerKind,
    /// The one item that it gets, with how many more of it; the mob, biome or item that it is about.
    #[serde(deserialize_with = "amounts")]
    #[cfg_attr(test, schemars(with = "Vec<Amount>"))]
    pub object: BTreeMap<String, u32>,
    /// What it uses up, fuel included.
    #[serde(deserialize_with = "amounts")]
    #[cfg_attr(test, schemars(with = "Vec<Amount>"))]
    pub materials: BTreeMap<String, u32>,
    /// The item in the hand or the block to work at.
    #[serde(default)]
    pub tool: Option<String>,
    /// The height to dig down to; null in all other steps.
    #[serde(default)]
    pub y: Option<i32>,
    /// One short sentence.
    #[serde(default)]
    pub note: String,
}

/// Reads amounts as the schema has them, or as the map that a model which is not held to it may write.
fn amounts<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<String, u32>, D::Error> {
    struct Amounts;
    impl<'de> Visitor<'de> for Amounts {
        type Value = BTreeMap<String, u32>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list of {\"item\": ..., \"count\": ...}")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            let mut sums: Self::Value = BTreeMap::new();
            while let Some(Amount { item, count }) = list.next_element()? {
                let sum = sums.entry(item).or_default();
                *sum = sum.saturating_add(count);
            }
            Ok(sums)
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
            BTreeMap::deserialize(MapAccessDeserializer::new(map))
        }
    }
    from.deserialize_any(Amounts)
}

/// What is done in a step.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(crate) enum AnswerKind {
    Mine,
    Craft,
    Smelt,
    Kill,
    Equip,
    Stonecut,
    Smith,
    Grow,
    Interact,
    Place,
    Plant,
    Breed,
    Deposit,
    GoTo,
    Explore,
    Approach,
    DigDown,
    GoUp,
    Build,
    Sleep,
    Wait,
}

impl AnswerKind {
    pub(crate) const ALL: [AnswerKind; 21] = [
        AnswerKind::Mine,
        AnswerKind::Craft,
        AnswerKind::Smelt,
        AnswerKind::Kill,
        AnswerKind::Equip,
        AnswerKind::Stonecut,
        AnswerKind::Smith,
        AnswerKind::Grow,
        AnswerKind::Interact,
        AnswerKind::Place,
        AnswerKind::Plant,
        AnswerKind::Breed,
        AnswerKind::Deposit,
        AnswerKind::GoTo,
        AnswerKind::Explore,
        AnswerKind::Approach,
        AnswerKind::DigDown,
        AnswerKind::GoUp,
        AnswerKind::Build,
        AnswerKind::Sleep,
        AnswerKind::Wait,
    ];

    /// The word for it, as in [`anima_intent::Act::word`].
    pub(crate) fn word(self) -> &'static str {
        match self {
            AnswerKind::Mine => "mine",
            AnswerKind::Craft => "craft",
            AnswerKind::Smelt => "smelt",
            AnswerKind::Kill => "kill",
            AnswerKind::Equip => "equip",
            AnswerKind::Stonecut => "stonecut",
            AnswerKind::Smith => "smith",
            AnswerKind::Grow => "grow",
            AnswerKind::Interact => "interact",
            AnswerKind::Place => "place",
            AnswerKind::Plant => "plant",
            AnswerKind::Breed => "breed",
            AnswerKind::Deposit => "deposit",
            AnswerKind::GoTo => "go_to",
            AnswerKind::Explore => "explore",
            AnswerKind::Approach => "approach",
            AnswerKind::DigDown => "dig_down",
            AnswerKind::GoUp => "go_up",
            AnswerKind::Build => "build",
            AnswerKind::Sleep => "sleep",
            AnswerKind::Wait => "wait",
        }
    }
}

/// The words for all kinds.
pub(crate) fn kinds() -> Vec<&'static str> {
    AnswerKind::ALL.iter().map(|kind| kind.word()).collect()
}

/// An answer that was read.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Read {
    pub answer: Answer,
    /// Whether there was text around the object.
    pub with_prose: bool,
}

/// Reads an answer.
///
/// # Errors
/// What is wrong with it, one problem a line, for the model to read.
pub(crate) fn read(text: &str) -> Result<Read, Vec<String>> {
    let one = |problem: String| vec![problem];
    let (value, with_prose) = the_object(text, "steps").map_err(one)?;
    let thoughts = value.get("thoughts").and_then(serde_json::Value::as_str).unwrap_or_default().to_owned();
    let Some(steps) = value.get("steps") else {
        return Err(one("the JSON object has no field \"steps\"".into()));
    };
    let Some(steps) = steps.as_array() else {
        return Err(one("\"steps\" is not an array".into()));
    };
    if steps.len() > MAX_STEPS {
        return Err(one(format!("there are {} steps; at most {MAX_STEPS} are allowed", steps.len())));
    }
    let mut problems = Vec::new();
    let mut read = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        match AnswerStep::deserialize(step) {
            Ok(step) => read.push(step),
            Err(error) => problems.push(format!("steps[{index}] does not follow the schema: {error}")),
        }
    }
    if problems.is_empty() { Ok(Read { answer: Answer { thoughts, steps: read }, with_prose }) } else { Err(problems) }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// The schema of an answer, as it is sent to the model.
    const SCHEMA: &str = include_str!("../../../../../prompts/plan.schema.json");

    const STEP: &str =
        r#"{"rank":1,"kind":"mine","object":[{"item":"oak_log","count":3}],"materials":[],"tool":null,"note":""}"#;

    fn plan() -> String {
        format!("{{\"steps\":[{STEP}]}}")
    }

    #[track_caller]
    fn check_wrong(text: &str, says: &str) {
        let problems = read(text).expect_err("it is wrong");
        assert!(problems.join("\n").contains(says), "{problems:?} should say {says:?}");
    }

    #[test]
    fn one_object_is_found_wherever_it_stands() {
        let plain = read(&plan()).expect("a plan");
        assert_eq!((plain.answer.steps.len(), plain.with_prose), (1, false));
        for around in [
            format!("Here is the plan:\n```json\n{}\n```\nGood luck!", plan()),
            format!("{{not json}} {} and {{\"a\": 1}}", plan()),
            format!("<think>{{\"steps\":[]}} is too short</think>\n{}", plan()),
        ] {
            let read = read(&around).unwrap_or_else(|problems| panic!("{around}: {problems:?}"));
            assert_eq!((read.answer, read.with_prose), (plain.answer.clone(), true));
        }
        let more = plan().replace("\"note\"", "\"reason\":\"because\",\"note\"");
        assert_eq!(read(&more).expect("further fields do no harm").answer, plain.answer);
        let map = plan().replace(r#"[{"item":"oak_log","count":3}]"#, r#"{"oak_log":3}"#).replace("[]", "{}");
        assert_eq!(read(&map).expect("a map does as well").answer, plain.answer);
        let twice = r#"[{"item":"oak_log","count":1},{"item":"oak_log","count":2}]"#;
        let twice = plan().replace(r#"[{"item":"oak_log","count":3}]"#, twice);
        assert_eq!(read(&twice).expect("a plan").answer, plain.answer);
    }

    #[test]
    fn what_is_wrong_is_named() {
        check_wrong("", "empty");
        check_wrong("I cannot do that.", "no JSON object");
        check_wrong("[1, 2]", "no object");
        check_wrong("{\"plan\": 1}", "no field \"steps\"");
        check_wrong("{\"steps\": {}}", "not an array");
        check_wrong(&plan()[..40], "breaks off");
        check_wrong(&format!("{} {}", plan(), plan()), "2 JSON objects");
        check_wrong(
            &plan().replace("\"kind\":\"mine\",", ""),
            "steps[0] does not follow the schema: missing field `kind`",
        );
        check_wrong(&plan().replace("\"mine\"", "\"dance\""), "unknown variant `dance`");
        check_wrong(&plan().replace('3', "-3"), "steps[0]");
        check_wrong(&plan().replace('3', "\"three\""), "steps[0]");
        check_wrong(&format!("{{\"steps\":[{}]}}", [STEP; 41].join(",")), "there are 41 steps");
    }

    #[test]
    fn the_schema_file_is_what_the_types_say() {
        let mut schema = schemars::schema_for!(Answer).to_value();
        // Names of Rust types and formats of numbers are no one else's business.
        schema["title"] = "plan".into();
        make_strict(&mut schema);
        assert_eq!(anima_model::strict::problems(&schema), Vec::<String>::new());
        let expected = serde_json::to_string_pretty(&schema).expect("JSON") + "\n";
        if std::env::var_os("ANIMA_WRITE_SCHEMA").is_some() {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../prompts/plan.schema.json");
            std::fs::write(path, &expected).expect("the file can be written");
        }
        assert_eq!(SCHEMA, expected, "run this test with ANIMA_WRITE_SCHEMA=1 and look at the difference");
    }

    /// Makes what may be missing nullable and required, and leaves out what servers do not understand.
    fn make_strict(schema: &mut Value) {
        match schema {
            Value::Object(fields) => {
                fields.remove("format");
                fields.remove("default");
                fields.remove("$schema");
                if let Some(names) = fields.get("properties").and_then(Value::as_object).map(|all| all.keys().cloned())
                {
                    let names: Vec<Value> = names.map(Value::from).collect();
                    fields.insert("required".into(), names.into());
                }
                fields.values_mut().for_each(make_strict);
            }
            Value::Array(values) => values.iter_mut().for_each(make_strict),
            _ => {}
        }
    }
}
