//! What comes of a request: its bytes and the settings decide it, and nothing else.

use serde_json::{Value, json};

use crate::answer::answer;
use crate::dice;
use crate::flaw::{Said, spoilt};
use crate::form::held_to;
use crate::knowledge::Skill;
use crate::log::Log;
use crate::request::{Asked, BYTES_OF_A_TOKEN, Form, Request};
use crate::settings::{Flaw, Mode, Settings};

/// An answer, or why there is none.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// What is said.
    pub said: Said,
    /// Tokens of the question.
    pub asked_tokens: u64,
    /// Tokens of the answer.
    pub said_tokens: u64,
}

/// A refusal with status 400.
#[derive(Clone, Debug, PartialEq)]
pub struct Refused {
    /// Why.
    pub message: String,
    /// The API's word for it.
    pub code: &'static str,
}

impl From<String> for Refused {
    fn from(message: String) -> Refused {
        Refused { message, code: "invalid_request" }
    }
}

/// Answers a request.
///
/// # Errors
/// Why it is refused.
pub fn reply(request: &Request, body: &[u8], settings: &Settings, skill: &Skill, log: &Log) -> Result<Reply, Refused> {
    let longest = request.longest.unwrap_or(u64::MAX);
    if let Some(context) = settings.context
        && request.tokens.saturating_add(request.longest.unwrap_or(0)) > context
    {
        let message = format!(
            "This model's maximum context length is {context} tokens. However, you requested {} tokens ({} in the \
             messages, {} in the completion).",
            request.tokens.saturating_add(request.longest.unwrap_or(0)),
            request.tokens,
            request.longest.unwrap_or(0)
        );
        return Err(Refused { message, code: "context_length_exceeded" });
    }
    let mut said = match &request.asked {
        None if request.form == Form::Text => Said { text: "ready".into(), refuses: false, cut: false },
        None => Said::whole(&json!({ "ready": true })),
        Some(asked) => {
            log.add(&asked.call);
            if !asked.problems.is_empty() {
                log.add(&format!("{} repair", asked.call));
            }
            said(asked, &request.form, body, settings, skill, log)?
        }
    };
    let most = longest.saturating_mul(BYTES_OF_A_TOKEN);
    if said.text.len() as u64 > most {
        let end = (0..=most as usize).rev().find(|at| said.text.is_char_boundary(*at)).unwrap_or(0);
        said.text.truncate(end);
        said.cut = true;
    }
    let said_tokens = (said.text.len() as u64).div_ceil(BYTES_OF_A_TOKEN);
    Ok(Reply { said, asked_tokens: request.tokens, said_tokens })
}

fn said(
    asked: &Asked,
    form: &Form,
    body: &[u8],
    settings: &Settings,
    skill: &Skill,
    log: &Log,
) -> Result<Said, Refused> {
    let in_form = |mut answer: Value| {
        if let Form::Schema(schema) = form {
            held_to(&mut answer, schema);
        }
        answer
    };
    let answered = |heeds: bool| answer(asked, skill, heeds).map(in_form);
    let right = answered(true)?;
    let Some(drawn) = settings.errors.at(dice::part(settings.seed, "content", body)) else {
        return Ok(Said::whole(&right));
    };
    let dice = dice::number(settings.seed, "where", body);
    let again = settings.errors.modes().any(|mode| mode == Flaw::SameAgain).then(|| answered(false)).transpose()?;
    // What this answer cannot have goes to the next mode that it can.
    let modes: Vec<Flaw> = settings.errors.modes().collect();
    let first = modes.iter().position(|mode| *mode == drawn).unwrap_or(0);
    let order = modes.iter().cycle().skip(first).take(modes.len());
    let spoilt = order.copied().find_map(|flaw| Some((flaw, spoilt(&right, flaw, again.as_ref(), dice)?)));
    Ok(match spoilt {
        Some((flaw, said)) => {
            log.add(flaw.name());
            said
        }
        None => {
            log.add("unspoilt");
            Said::whole(&right)
        }
    })
}
