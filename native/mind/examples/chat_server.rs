//! A chat server that plans, for games without a language model:
//! `cargo run --release -p anima-mind --example chat_server -- PORT SPOILT SEED`, where SPOILT is the part of its
//! answers that is wrong (0 if not given). Prints at its end how many it gave and spoilt.

#[path = "../src/testing/chat.rs"]
mod chat;

use std::io::Read;

fn main() {
    let argument = |index: usize| std::env::args().nth(index);
    let port = argument(1).and_then(|text| text.parse().ok()).unwrap_or(8000);
    let spoils = argument(2).and_then(|text| text.parse().ok()).unwrap_or(0.0);
    let seed = argument(3).and_then(|text| text.parse().ok()).unwrap_or(1);
    let chat = match chat::Chat::start(port, spoils, seed) {
        Ok(chat) => chat,
        Err(error) => {
            eprintln!("port {port}: {error}; give a free port as the first argument");
            std::process::exit(2);
        }
    };
    println!("a chat server at {} spoils {spoils} of its answers; it ends with standard input", chat.url());
    drop(std::io::stdin().read_to_end(&mut Vec::new()));
    let answers = chat.answers();
    println!("{} answers, {} spoilt", answers.len(), answers.iter().flatten().count());
}
