//! Server-sent events, taken as they come.

/// Takes bytes apart into what the `data:` lines of a stream say. Comments, which servers send to keep a connection
/// alive, event names and blank lines say nothing.
#[derive(Debug, Default)]
pub(super) struct Events {
    /// The beginning of a line whose end has not come.
    rest: Vec<u8>,
}

impl Events {
    /// Takes in some bytes; gives what whole lines say, in order.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<String> {
        let mut said = Vec::new();
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.rest.extend_from_slice(part);
            if part.ends_with(b"\n") {
                said.extend(data(&self.rest));
                self.rest.clear();
            }
        }
        said
    }

    /// What a last line without an end says.
    pub fn end(&mut self) -> Option<String> {
        data(&std::mem::take(&mut self.rest))
    }
}

fn data(line: &[u8]) -> Option<String> {
    let data = String::from_utf8_lossy(line.strip_prefix(b"data:")?).trim().to_owned();
    (!data.is_empty()).then_some(data)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const STREAM: &str =
        ": OPENROUTER PROCESSING\n\nevent: message\ndata: {\"a\":\"é\"}\r\n\r\ndata:2\n\n:\ndata: [DONE]";

    #[test]
    fn comments_and_names_say_nothing() {
        let mut events = Events::default();
        assert_eq!(events.push(STREAM.as_bytes()), ["{\"a\":\"é\"}", "2"]);
        assert_eq!(events.end().as_deref(), Some("[DONE]"));
        assert_eq!(events.end(), None);
    }

    proptest! {
        #[test]
        fn it_does_not_matter_where_the_network_cuts(cuts in prop::collection::vec(0..STREAM.len(), 0..12)) {
            let mut cuts = cuts;
            cuts.extend([0, STREAM.len()]);
            cuts.sort_unstable();
            let mut events = Events::default();
            let mut said: Vec<String> =
                cuts.windows(2).flat_map(|cut| events.push(&STREAM.as_bytes()[cut[0]..cut[1]])).collect();
            said.extend(events.end());
            prop_assert_eq!(said, ["{\"a\":\"é\"}", "2", "[DONE]"]);
        }

        #[test]
        fn no_bytes_are_too_strange(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let mut events = Events::default();
            for one in bytes.chunks(7) {
                events.push(one);
            }
            events.end();
        }
    }
}
