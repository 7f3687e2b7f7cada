//! What a request asks: the chat API's fields, and the one block of data in it.

use serde_json::Value;

/// Bytes that stand for one token here.
pub const BYTES_OF_A_TOKEN: u64 = 4;
/// Tokens that the frame of a message takes.
const FRAME: u64 = 4;
/// Lines of a repair that are read.
const MOST_PROBLEMS: usize = 100;

/// A request that is well formed.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The model's name, as it was said.
    pub model: String,
    /// Whether the answer is to come in pieces.
    pub stream: bool,
    /// Whether a stream is to end with its numbers of tokens.
    pub usage: bool,
    /// Tokens that the answer may have.
    pub longest: Option<u64>,
    /// How the answer is to be held to a form.
    pub form: Form,
    /// Tokens of all messages.
    pub tokens: u64,
    /// What is asked; nothing where the one message holds no data, as when somebody tries whether anybody is there.
    pub asked: Option<Asked>,
}

/// How an answer is held to a form.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// Not at all.
    Text,
    /// To be a JSON object.
    Object,
    /// To follow a schema.
    Schema(Value),
}

/// A call of a mind.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// Its name, `call` in the data.
    pub call: String,
    /// The data.
    pub data: Value,
    /// What was wrong with an answer before, a line each.
    pub problems: Vec<String>,
    /// Whether a picture came along.
    pub pictures: bool,
}

impl Request {
    /// Reads the body of a request.
    ///
    /// # Errors
    /// What is wrong with it, for the one who asks.
    pub fn read(body: &[u8]) -> Result<Request, String> {
        let body: Value = serde_json::from_slice(body).map_err(|error| format!("the body is no JSON: {error}"))?;
        if !body.is_object() {
            return Err("the body is no JSON object".into());
        }
        let model = body["model"].as_str().ok_or("`model` must be a string")?.to_owned();
        let flag = |name: &str, value: &Value| match value {
            Value::Null => Ok(false),
            Value::Bool(is) => Ok(*is),
            _ => Err(format!("`{name}` must be true or false")),
        };
        let stream = flag("stream", &body["stream"])?;
        let usage = flag("stream_options.include_usage", &body["stream_options"]["include_usage"])?;
        if !matches!(body["n"], Value::Null) && body["n"] != 1 {
            return Err("`n` must be 1: there is one answer to a request".into());
        }
        if !matches!(body["temperature"], Value::Null | Value::Number(_)) {
            return Err("`temperature` must be a number".into());
        }
        let mut longest = None;
        for name in ["max_tokens", "max_completion_tokens"] {
            match &body[name] {
                Value::Null => {}
                value => {
                    let tokens = value.as_u64().filter(|tokens| *tokens > 0);
                    longest = Some(tokens.ok_or_else(|| format!("`{name}` must be a whole number from 1"))?);
                }
            }
        }
        let form = form(&body["response_format"])?;
        let messages = messages(&body["messages"])?;
        let tokens =
            messages.iter().map(|message| FRAME + (message.text.len() as u64).div_ceil(BYTES_OF_A_TOKEN)).sum();
        let named = body["response_format"]["json_schema"]["name"].as_str();
        let asked = asked(&messages, named)?;
        Ok(Request { model, stream, usage, longest, form, tokens, asked })
    }
}

fn form(format: &Value) -> Result<Form, String> {
    match (format, format["type"].as_str()) {
        (Value::Null, _) | (_, Some("text")) => Ok(Form::Text),
        (_, Some("json_object")) => Ok(Form::Object),
        (_, Some("json_schema")) => {
            let told = &format["json_schema"];
            told["name"].as_str().ok_or("`response_format.json_schema.name` must be a string")?;
            match &told["schema"] {
                schema @ Value::Object(_) => Ok(Form::Schema(schema.clone())),
                _ => Err("`response_format.json_schema.schema` must be an object".into()),
            }
        }
        _ => Err("`response_format.type` must be text, json_object or json_schema".into()),
    }
}

struct Message {
    role: String,
    text: String,
    pictures: bool,
}

fn messages(list: &Value) -> Result<Vec<Message>, String> {
    let list = list.as_array().filter(|list| !list.is_empty()).ok_or("`messages` must be a list of messages")?;
    list.iter().enumerate().map(|(index, message)| read_message(index, message)).collect()
}

fn read_message(index: usize, message: &Value) -> Result<Message, String> {
    let role = message["role"].as_str().unwrap_or_default();
    if !["system", "developer", "user", "assistant"].contains(&role) {
        return Err(format!("`messages[{index}].role` must be system, user or assistant"));
    }
    let mut read = Message { role: role.to_owned(), text: String::new(), pictures: false };
    match &message["content"] {
        Value::String(text) => read.text = text.clone(),
        Value::Array(parts) => {
            for part in parts {
                match (part["type"].as_str(), part["text"].as_str()) {
                    (Some("text"), Some(text)) => read.text += text,
                    (Some("image_url"), _) if part["image_url"]["url"].is_string() => read.pictures = true,
                    _ => {
                        return Err(format!(
                            "`messages[{index}].content` holds a part that is no text and no image_url"
                        ));
                    }
                }
            }
        }
        _ => return Err(format!("`messages[{index}].content` must be a string or a list of parts")),
    }
    Ok(read)
}

/// The block of data of the question, and what was said to be wrong with the answer to it. The call is named in the data,
/// or else by the schema of its answer.
fn asked(messages: &[Message], named: Option<&str>) -> Result<Option<Asked>, String> {
    let of_user: Vec<&Message> = messages.iter().filter(|message| message.role == "user").collect();
    let Some(first) = of_user.first() else { return Err("there is no message of a user".into()) };
    let pictures = of_user.iter().any(|message| message.pictures);
    let blocks: Vec<usize> = (0..of_user.len()).filter(|index| of_user[*index].text.contains("```json")).collect();
    let question = match blocks[..] {
        [question] => question,
        [] if messages.len() == 1 && !first.text.trim().is_empty() => return Ok(None),
        [] => return Err("no message of the user holds a ```json block with the data".into()),
        _ => return Err("more than one message of the user holds a ```json block".into()),
    };
    let text = &of_user[question].text;
    let (_, after) = text.split_once("```json").ok_or("there is no ```json block")?;
    let (block, rest) = after.split_once("```").ok_or("the ```json block does not end")?;
    if rest.contains("```json") {
        return Err("there is more than one ```json block".into());
    }
    let data: Value = serde_json::from_str(block).map_err(|error| format!("the ```json block is no JSON: {error}"))?;
    let named = named.filter(|_| data.is_object());
    let call =
        data["call"].as_str().or(named).ok_or("the data must be an object with the name of the `call`")?.to_owned();
    let lines = of_user[question + 1..].iter().flat_map(|message| message.text.lines());
    let problems = lines.filter_map(|line| line.trim().strip_prefix("- ")).take(MOST_PROBLEMS);
    Ok(Some(Asked { call, problems: problems.map(str::to_owned).collect(), data, pictures }))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(body: &Value) -> Result<Request, String> {
        Request::read(body.to_string().as_bytes())
    }

    fn asking(text: &str) -> Value {
        json!({"model": "m", "messages": [{"role": "system", "content": "s"}, {"role": "user", "content": text}]})
    }

    #[test]
    fn a_question_and_its_repair_are_told_apart() {
        let mut body = asking("Plan for this:\n```json\n{\"call\": \"plan\"}\n```");
        let first = read(&body).unwrap().asked.unwrap();
        assert_eq!((first.call.as_str(), first.problems.len(), first.pictures), ("plan", 0, false));
        let more = [
            json!({"role": "assistant", "content": "x"}),
            json!({"role": "user", "content": [
                {"type": "text", "text": "It does not work:\n\n- step 2 lacks 3 stick\n- no\n"},
                {"type": "image_url", "image_url": {"url": "data:,"}},
            ]}),
        ];
        body["messages"].as_array_mut().unwrap().extend(more);
        let again = read(&body).unwrap().asked.unwrap();
        assert_eq!(again.problems, ["step 2 lacks 3 stick", "no"]);
        assert!(again.pictures && again.data == first.data);
    }

    #[test]
    fn a_call_may_be_named_by_its_schema_alone() {
        let mut body = asking("```json\n{\"goal\": 1}\n```");
        body["response_format"] = json!({"type": "json_schema", "json_schema": {"name": "plan", "schema": {}}});
        assert_eq!(read(&body).unwrap().asked.unwrap().call, "plan");
    }

    #[test]
    fn one_word_without_data_is_a_request_too() {
        let body = json!({"model": "m", "messages": [{"role": "user", "content": "Answer with the word: ready"}]});
        assert_eq!(read(&body).unwrap().asked, None);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let block = "```json\n{\"call\": \"plan\"}\n```";
        let wrong = |body: Value, says: &str| {
            let error = read(&body).expect_err("it is wrong");
            assert!(error.contains(says), "{error:?} should say {says:?}");
        };
        let with = |name: &str, value: Value| {
            let mut body = asking(block);
            body[name] = value;
            body
        };
        assert!(read(&asking(block)).is_ok());
        wrong(json!([]), "no JSON object");
        wrong(with("model", Value::Null), "`model`");
        wrong(with("stream", json!("yes")), "`stream`");
        wrong(with("stream_options", json!({"include_usage": 1})), "include_usage");
        wrong(with("n", json!(2)), "`n`");
        wrong(with("temperature", json!("hot")), "`temperature`");
        wrong(with("max_tokens", json!(0)), "`max_tokens`");
        wrong(with("max_completion_tokens", json!(-1)), "`max_completion_tokens`");
        wrong(with("response_format", json!({"type": "xml"})), "json_schema");
        wrong(with("response_format", json!({"type": "json_schema"})), "name");
        wrong(with("response_format", json!({"type": "json_schema", "json_schema": {"name": "a"}})), "schema");
        wrong(with("messages", json!([])), "`messages`");
        wrong(with("messages", json!([{"role": "king", "content": ""}])), "role");
        wrong(with("messages", json!([{"role": "user", "content": 1}])), "content");
        wrong(with("messages", json!([{"role": "user", "content": [{"type": "audio"}]}])), "no text");
        wrong(with("messages", json!([{"role": "system", "content": "s"}])), "no message of a user");
        wrong(asking("no data"), "no message of the user holds");
        wrong(asking("```json\n{\"call\": \"plan\"}"), "does not end");
        wrong(asking("```json\n{\"call\": }\n```"), "no JSON");
        wrong(asking("```json\n{}\n```"), "`call`");
        wrong(asking(&format!("{block}\n{block}")), "more than one");
        assert!(Request::read(b"{").unwrap_err().contains("no JSON"));
    }
}
