//! What each thread has opened, by handle. A handle is a number, never an address: a wrong one is an error.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::atomic::{AtomicI64, Ordering};

use jni::sys::jlong;
use parking_lot::{Mutex, MutexGuard};

use crate::land::Land;
use crate::suite::Session;
use crate::{Body, Fault, Host};

/// What a handle stands for.
pub enum Opened {
    /// What all agents of a process share.
    Host(Rc<RefCell<Host>>),
    /// The blocks of one world.
    Land(Rc<RefCell<Land>>),
    /// One agent.
    Body(Rc<RefCell<Body>>),
    /// A run of a suite.
    Suite(Rc<RefCell<Session>>),
}

thread_local! {
    static OPENED: RefCell<BTreeMap<jlong, Opened>> = const { RefCell::new(BTreeMap::new()) };
}

/// The next handle; none is given twice.
static NEXT: AtomicI64 = AtomicI64::new(1);
/// The threads that handles belong to, for messages.
static OWNERS: Mutex<BTreeMap<jlong, String>> = Mutex::new(BTreeMap::new());

/// Keeps something for this thread, which Java calls `owner`.
pub fn keep(opened: Opened, owner: String) -> jlong {
    let handle = NEXT.fetch_add(1, Ordering::Relaxed);
    owners().insert(handle, owner);
    OPENED.with_borrow_mut(|all| all.insert(handle, opened));
    handle
}

/// Calls a function on a host of this thread.
///
/// # Errors
/// If it is closed or belongs to another thread; or what the function says.
pub fn with_host<T>(handle: jlong, call: impl FnOnce(&Rc<RefCell<Host>>) -> Result<T, Fault>) -> Result<T, Fault> {
    OPENED.with_borrow(|all| match all.get(&handle) {
        Some(Opened::Host(host)) => call(host),
        _ => Err(missing(handle, "host")),
    })
}

/// Calls a function on a land of this thread.
///
/// # Errors
/// If it is closed or belongs to another thread; or what the function says.
pub fn with_land<T>(handle: jlong, call: impl FnOnce(&Rc<RefCell<Land>>) -> Result<T, Fault>) -> Result<T, Fault> {
    OPENED.with_borrow(|all| match all.get(&handle) {
        Some(Opened::Land(land)) => call(land),
        _ => Err(missing(handle, "terrain")),
    })
}

/// Calls a function on a body of this thread.
///
/// # Errors
/// If it is closed or belongs to another thread; or what the function says.
pub fn with_body<T>(handle: jlong, call: impl FnOnce(&mut Body) -> Result<T, Fault>) -> Result<T, Fault> {
    OPENED.with_borrow(|all| match all.get(&handle) {
        Some(Opened::Body(body)) => call(&mut body.borrow_mut()),
        _ => Err(missing(handle, "body")),
    })
}

/// A body of this thread, to be kept by what plays with it.
///
/// # Errors
/// If it is closed or belongs to another thread.
pub fn body(handle: jlong) -> Result<Rc<RefCell<Body>>, Fault> {
    OPENED.with_borrow(|all| match all.get(&handle) {
        Some(Opened::Body(body)) => Ok(Rc::clone(body)),
        _ => Err(missing(handle, "body")),
    })
}

/// Calls a function on a run of a suite of this thread.
///
/// # Errors
/// If it is closed or belongs to another thread; or what the function says.
pub fn with_suite<T>(handle: jlong, call: impl FnOnce(&mut Session) -> Result<T, Fault>) -> Result<T, Fault> {
    OPENED.with_borrow(|all| match all.get(&handle) {
        Some(Opened::Suite(suite)) => call(&mut suite.borrow_mut()),
        _ => Err(missing(handle, "suite")),
    })
}

/// Ends what a handle of this thread stands for. A host and a land last until the last body that uses them is closed.
///
/// # Errors
/// If it is closed or belongs to another thread.
pub fn close(handle: jlong, what: &str) -> Result<(), Fault> {
    let opened = OPENED.with_borrow_mut(|all| all.remove(&handle)).ok_or_else(|| missing(handle, what))?;
    owners().remove(&handle);
    if let Opened::Body(body) = opened {
        body.borrow_mut().leave_world();
    }
    Ok(())
}

/// Stops agents after a mistake of ours: that of a body, or all that share the host or the land in which it was made.
pub fn break_off(handle: jlong, what: &str) {
    OPENED.with_borrow(|all| {
        let made_in = all.get(&handle);
        for opened in all.values() {
            let Opened::Body(body) = opened else { continue };
            let mut broken = body.borrow_mut();
            let concerns = match made_in {
                Some(Opened::Host(host)) => broken.is_of(host),
                Some(Opened::Land(land)) => broken.is_in(land),
                Some(Opened::Body(other)) => Rc::ptr_eq(body, other),
                Some(Opened::Suite(_)) | None => false,
            };
            if concerns {
                broken.break_off(what);
            }
        }
    });
}

#[cold]
fn missing(handle: jlong, what: &str) -> Fault {
    Fault::State(match owners().get(&handle) {
        Some(owner) => format!("the {what} belongs to the thread {owner}; call it from there"),
        None => format!("the {what} is closed"),
    })
}

fn owners() -> MutexGuard<'static, BTreeMap<jlong, String>> {
    OWNERS.lock()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::console;
    use crate::registries::Names;

    fn host(folder: &std::path::Path) -> Rc<RefCell<Host>> {
        Host::open(folder, folder, &Names::default())
    }

    fn keep_body(host: &Rc<RefCell<Host>>, land: &Rc<RefCell<Land>>) -> jlong {
        let mut body = Body::new(host);
        body.enter_world(land, "save/4", "minecraft:overworld", false);
        assert_eq!(console::run(&mut body, "do obtain 1 dirt")[0].tone, console::Tone::Good);
        keep(Opened::Body(Rc::new(RefCell::new(body))), "tester".into())
    }

    #[test]
    fn a_handle_is_good_for_one_thing_of_one_thread() {
        let folder = tempfile::tempdir().unwrap();
        let host = host(folder.path());
        let land = host.borrow().land(-64, 384, &[]).unwrap();
        let (one, other) = (keep_body(&host, &land), keep_body(&host, &land));
        let of_host = keep(Opened::Host(host), "tester".into());
        assert!(with_body(one, |_| Ok(())).is_ok() && with_host(of_host, |_| Ok(())).is_ok());
        assert!(with_host(one, |_| Ok(())).is_err() && with_land(of_host, |_| Ok(())).is_err(), "of another kind");
        let elsewhere = std::thread::spawn(move || with_body(one, |_| Ok(())).unwrap_err().to_string()).join().unwrap();
        assert!(elsewhere.contains("belongs to the thread tester"), "{elsewhere}");
        close(one, "body").unwrap();
        for handle in [one, 0, -1, i64::MAX] {
            assert!(close(handle, "body").unwrap_err().to_string().contains("closed"));
            assert!(with_body(handle, |_| Ok(())).is_err());
        }
        close(of_host, "host").unwrap();
        assert!(
            with_body(other, |body| Ok(body.host().settings.keys().len())).unwrap() > 0,
            "it lasts with its bodies"
        );
        close(other, "body").unwrap();
    }

    #[test]
    fn a_mistake_stops_the_agents_that_it_concerns_and_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let (host, other_host) = (host(folder.path()), host(folder.path()));
        let land = || host.borrow().land(-64, 384, &[]).unwrap();
        let (here, there) = (land(), land());
        let bodies = [
            keep_body(&host, &here),
            keep_body(&host, &here),
            keep_body(&host, &there),
            keep_body(&other_host, &there),
        ];
        let at_work = || bodies.map(|body| with_body(body, |body| Ok(body.play.queue().count())).unwrap());
        break_off(bodies[0], "broken on purpose");
        assert_eq!(at_work(), [0, 1, 1, 1]);
        let shared = [Opened::Land(here), Opened::Host(Rc::clone(&host))].map(|shared| keep(shared, "tester".into()));
        break_off(shared[0], "broken on purpose");
        assert_eq!(at_work(), [0, 0, 1, 1]);
        break_off(shared[1], "broken on purpose");
        assert_eq!(at_work(), [0, 0, 0, 1]);
        bodies.into_iter().chain(shared).for_each(|handle| close(handle, "handle").unwrap());
    }
}
