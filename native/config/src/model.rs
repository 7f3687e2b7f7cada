//! The model server that the settings name.

use std::path::PathBuf;

use anima_model::{Secret, ServerSettings, recorded_model};
use anyhow::{Context, Result, ensure};

use crate::{MindSettings, ModelSettings, env};

/// The model server that the settings name, if they name one and a mind that is made up so asks it.
///
/// # Errors
/// If the address is none, or no model is named.
pub fn server(settings: &ModelSettings, mind: MindSettings) -> Result<Option<ServerSettings>> {
    if settings.url.is_empty() && settings.replay.is_empty() || !mind.asks_model() {
        return Ok(None);
    }
    ensure!(
        !settings.name.is_empty() || !settings.replay.is_empty(),
        "no model is named for {}; give the name it has at that server with --model-name NAME, or as model.name in the settings",
        settings.url
    );
    let replay = folder(&settings.replay);
    let model = match &replay {
        Some(folder) if settings.name.is_empty() => recorded_model(folder).context("model.replay")?,
        _ => settings.name.clone(),
    };
    let server = ServerSettings {
        url: settings.url.clone(),
        model,
        key: env::var(env::MODEL_KEY)?.map(Secret::new),
        limits: settings.limits(),
        reasoning_tokens: settings.reasoning_tokens,
        at_once: settings.at_once as usize,
        budget: settings.budget(),
        cache: folder(&settings.cache),
        record: folder(&settings.record),
        replay,
    };
    // To hear of a wrong address before a world is made.
    server.check().context("the model")?;
    Ok(Some(server))
}

fn folder(path: &str) -> Option<PathBuf> {
    (!path.is_empty()).then(|| path.into())
}
