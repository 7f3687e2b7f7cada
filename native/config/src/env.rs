//! Every environment variable that is read.

/// The key of the model server. It is never shown, logged or recorded.
pub const MODEL_KEY: &str = "ANIMA_MODEL_KEY";
/// The address of the model server; `--model` overrides it.
pub const MODEL_URL: &str = "ANIMA_MODEL_URL";
/// The model's name at that server; `--model-name` overrides it.
pub const MODEL_NAME: &str = "ANIMA_MODEL_NAME";

/// Each variable and what it is for.
pub const ALL: [(&str, &str); 3] = [
    (MODEL_KEY, "the key of the model server, if it wants one"),
    (MODEL_URL, "the address of the model server, as --model"),
    (MODEL_NAME, "the model's name at that server, as --model-name"),
];

/// The value of a variable; `None` if it is not set or empty.
///
/// # Errors
/// If it is not text.
pub fn var(name: &'static str) -> anyhow::Result<Option<String>> {
    match std::env::var(name) {
        Ok(value) => Ok(Some(value.trim().to_owned()).filter(|value| !value.is_empty())),
        Err(std::env::VarError::NotPresent) => Ok(None),
        Err(std::env::VarError::NotUnicode(_)) => anyhow::bail!("the environment variable {name} is not UTF-8 text"),
    }
}
