//! Numbers as they are said: `three`, `a dozen`, `2 stacks of`, `x64`.

/// A number of things as it was said.
pub(super) struct Amount<'a> {
    /// The words, to quote them.
    pub said: String,
    /// Pieces or stacks; `None` for what is meant as a number but is none.
    pub number: Option<f64>,
    pub stacks: bool,
    /// The words that are left.
    pub words: &'a [&'a str],
}

impl<'a> Amount<'a> {
    /// Reads a number before a thing, or after it; `is_thing` tells words that are the name of something with a number
    /// in it.
    pub fn read(words: &'a [&'a str], is_thing: impl Fn(&[&str]) -> bool) -> Amount<'a> {
        let mut amount = Amount { said: String::new(), number: Some(1.0), stacks: false, words };
        // `a` only says that it is one of what follows; a name may end with a number.
        let mut before = "";
        while let Some((first, rest)) = amount.words.split_first() {
            let unit = unit(first).filter(|_| !rest.is_empty());
            match (number(first), unit) {
                // `twenty five`, `one hundred twenty`
                (Some(Some(more)), _) if goes_on(before, more) => {
                    amount.number = amount.number.map(|number| number + more);
                }
                (Some(number), _) => {
                    amount.number = number.and_then(|number| Some(amount.number? * number));
                }
                (None, Some(size)) => amount.number = amount.number.map(|number| number * size),
                _ if matches!(*first, "stack" | "stacks") && !rest.is_empty() => amount.stacks = true,
                _ if matches!(*first, "x" | "of" | "a" | "an") && !amount.said.is_empty() => {}
                _ => break,
            }
            amount.said = format!("{} {first}", amount.said).trim().to_owned();
            amount.words = rest;
            before = first;
        }
        if amount.said.is_empty()
            && !is_thing(words)
            && let Some((last, rest)) = words.split_last()
            && let Some(number) = number(last)
            && !rest.is_empty()
        {
            return Amount { said: (*last).to_owned(), number, stacks: false, words: rest };
        }
        amount
    }

    /// The whole number that it is, from 1 to `most`; stacks are of `stack` pieces.
    pub fn count(&self, stack: u32, most: u32) -> Option<u32> {
        let number = self.number.map(|number| if self.stacks { number * f64::from(stack) } else { number });
        let whole = number.filter(|number| number.fract() == 0.0 && (1.0..=f64::from(most)).contains(number));
        whole.map(|number| number as u32)
    }
}

/// Whether a number that is said after a word is added to what was said.
fn goes_on(before: &str, more: f64) -> bool {
    let is_tens = number(before).flatten().is_some_and(|tens| tens >= 20.0 && tens % 10.0 == 0.0);
    let is_word = before.starts_with(char::is_alphabetic);
    more >= 1.0 && (before == "hundred" && more < 100.0 || is_word && is_tens && more < 10.0)
}

/// `Some(None)` for what is meant as a number but is none.
pub(super) fn number(word: &str) -> Option<Option<f64>> {
    const WORDS: [&str; 21] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
    ];
    const TENS: [&str; 7] = ["thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    let of = |number: usize| Some(Some(number as f64));
    if let Some(number) = WORDS.iter().position(|known| *known == word) {
        return of(number);
    }
    if let Some(number) = TENS.iter().position(|known| *known == word) {
        return of(30 + 10 * number);
    }
    if let Some((ten, one)) = word.split_once('-')
        && let (Some(Some(ten)), Some(Some(one))) = (number(ten), number(one))
    {
        return Some((ten >= 20.0 && one < 10.0).then_some(ten + one));
    }
    match word {
        "a" | "an" => Some(Some(1.0)),
        "half" => Some(Some(0.5)),
        "couple" | "pair" => Some(Some(2.0)),
        "few" | "several" => Some(Some(3.0)),
        _ => {
            let digits = word.strip_prefix('x').unwrap_or(word);
            let digits = digits.strip_suffix('x').unwrap_or(digits);
            let meant = digits.starts_with(|c: char| c.is_ascii_digit())
                || digits.strip_prefix(['-', '+']).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
            meant.then(|| digits.parse().ok().filter(|number: &f64| number.is_finite()))
        }
    }
}

fn unit(word: &str) -> Option<f64> {
    match word {
        "dozen" | "dozens" => Some(12.0),
        "hundred" => Some(100.0),
        _ => None,
    }
}
