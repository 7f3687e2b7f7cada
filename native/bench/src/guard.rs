//! One game's panic must not end the others: it is caught and becomes words.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    /// Where the panic of a guarded call on this thread happened; `None` while no call is guarded.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Calls a function; a panic in it becomes what it said and where.
pub(crate) fn catch<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    note_places();
    PLACE.set(Some(String::new()));
    let result = panic::catch_unwind(AssertUnwindSafe(call));
    let place = PLACE.take().unwrap_or_default();
    result.map_err(|payload| format!("{}{place}", said(payload.as_ref())))
}

/// Keeps the place of a guarded panic instead of printing it.
fn note_places() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let print = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let is_guarded = PLACE.with_borrow_mut(|place| {
                if let Some(place) = place {
                    *place = info.location().map(|at| format!(" ({}:{})", at.file(), at.line())).unwrap_or_default();
                }
                place.is_some()
            });
            if !is_guarded {
                print(info);
            }
        }));
    });
}

fn said(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("a panic without words")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_words_and_its_place() {
        assert_eq!(catch(|| 3), Ok(3));
        let error = catch(|| -> u8 { panic!("stone {}", 1) }).unwrap_err();
        assert!(error.starts_with("stone 1 (") && error.contains("guard.rs:"), "{error}");
    }
}
