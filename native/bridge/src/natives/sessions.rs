//! The open sessions of each thread, by handle. A handle is a number, never an address: a wrong one is an error.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, Ordering};

use jni::sys::jlong;
use parking_lot::{Mutex, MutexGuard};

use crate::{Fault, Session};

thread_local! {
    static SESSIONS: RefCell<BTreeMap<jlong, Session>> = const { RefCell::new(BTreeMap::new()) };
}

/// The next handle; none is given twice.
static NEXT: AtomicI64 = AtomicI64::new(1);
/// The threads that open sessions belong to, for messages.
static OWNERS: Mutex<BTreeMap<jlong, String>> = Mutex::new(BTreeMap::new());

/// Keeps a session for this thread, which Java calls `owner`.
pub fn keep(session: Session, owner: String) -> jlong {
    let handle = NEXT.fetch_add(1, Ordering::Relaxed);
    owners().insert(handle, owner);
    SESSIONS.with_borrow_mut(|sessions| sessions.insert(handle, session));
    handle
}

/// Calls a function on a session of this thread.
///
/// # Errors
/// If it is closed or belongs to another thread; or what the function says.
pub fn with<T>(handle: jlong, call: impl FnOnce(&mut Session) -> Result<T, Fault>) -> Result<T, Fault> {
    SESSIONS.with_borrow_mut(|sessions| match sessions.get_mut(&handle) {
        Some(session) => call(session),
        None => Err(missing(handle)),
    })
}

/// Ends a session of this thread.
///
/// # Errors
/// If it is closed or belongs to another thread.
pub fn close(handle: jlong) -> Result<(), Fault> {
    let session = SESSIONS.with_borrow_mut(|sessions| sessions.remove(&handle));
    let session = session.ok_or_else(|| missing(handle))?;
    owners().remove(&handle);
    session.close();
    Ok(())
}

/// Stops the agent of a session after a mistake of ours, if the session is there.
pub fn break_off(handle: jlong, what: &str) {
    SESSIONS.with_borrow_mut(|sessions| {
        if let Some(session) = sessions.get_mut(&handle) {
            session.break_off(what);
        }
    });
}

#[cold]
fn missing(handle: jlong) -> Fault {
    Fault::State(match owners().get(&handle) {
        Some(owner) => format!("the session belongs to the thread {owner}; call it from there"),
        None => "the session is closed".into(),
    })
}

fn owners() -> MutexGuard<'static, BTreeMap<jlong, String>> {
    OWNERS.lock()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registries::Names;

    #[test]
    fn a_handle_is_good_for_one_session_of_one_thread() {
        let folder = tempfile::tempdir().unwrap();
        let open = || keep(Session::open(folder.path(), folder.path(), &Names::default()), "tester".into());
        let (one, other) = (open(), open());
        assert!(with(one, |_| Ok(())).is_ok());
        let elsewhere = std::thread::spawn(move || with(one, |_| Ok(())).unwrap_err().to_string()).join().unwrap();
        assert!(elsewhere.contains("belongs to the thread tester"), "{elsewhere}");
        close(one).unwrap();
        for handle in [one, 0, -1, i64::MAX] {
            assert!(close(handle).unwrap_err().to_string().contains("closed"));
            assert!(with(handle, |_| Ok(())).is_err());
        }
        assert!(with(other, |_| Ok(())).is_ok());
        close(other).unwrap();
    }
}
