//! Reads what Java hands over, and makes what it gets back.

use jni::Env;
use jni::objects::{JBooleanArray, JByteArray, JByteBuffer, JFloatArray, JIntArray, JObjectArray, JString};
use jni::refs::{IntoAuto, Reference};
use jni::sys::jint;
use smallvec::SmallVec;

use crate::Fault;
use crate::plain::{LONGEST, plain};

/// Numbers in pairs; most stacks have none.
pub type Enchantments = SmallVec<[i32; 8]>;
/// More pairs than there are enchantments are no enchantments.
const MOST: usize = 512;

/// A text.
///
/// # Errors
/// If it is null.
pub fn text(env: &Env<'_>, text: &JString<'_>, what: &'static str) -> Result<String, Fault> {
    if text.is_null() {
        return Err(Fault::Null(what));
    }
    Ok(text.try_to_string(env)?)
}

/// A text of the game or of a server, [plain](plain()).
///
/// # Errors
/// If it is null.
pub fn game_text(env: &Env<'_>, game: &JString<'_>, what: &'static str) -> Result<String, Fault> {
    Ok(plain(&text(env, game, what)?, LONGEST))
}

/// Texts; those that are null are empty.
///
/// # Errors
/// If the array is null.
pub fn texts<'local>(
    env: &mut Env<'local>,
    array: &JObjectArray<'local, JString<'local>>,
    what: &'static str,
) -> Result<Vec<String>, Fault> {
    if array.is_null() {
        return Err(Fault::Null(what));
    }
    let count = array.len(env)?;
    let mut texts = Vec::with_capacity(count);
    for at in 0..count {
        // There are too many to leave their references lying about until the method ends.
        let element = array.get_element(env, at)?.auto();
        texts.push(if element.is_null() { String::new() } else { element.try_to_string(env)? });
    }
    Ok(texts)
}

/// An array of texts.
///
/// # Errors
/// If the JVM has no room for it.
pub fn text_array<'local>(
    env: &mut Env<'local>,
    texts: &[String],
) -> Result<JObjectArray<'local, JString<'local>>, Fault> {
    let none = JString::null();
    let array = JObjectArray::<JString<'local>>::new(env, texts.len(), &none)?;
    put_texts(env, texts, &array)?;
    Ok(array)
}

/// Fills the beginning of an array with texts.
///
/// # Errors
/// If the array is shorter.
pub fn put_texts<'local>(
    env: &mut Env<'local>,
    texts: &[String],
    array: &JObjectArray<'local, JString<'local>>,
) -> Result<(), Fault> {
    for (at, text) in texts.iter().enumerate() {
        let text = env.new_string(text)?.auto();
        array.set_element(env, at, &text)?;
    }
    Ok(())
}

/// Numbers with a fraction.
///
/// # Errors
/// If the array is null.
pub fn floats(env: &Env<'_>, array: &JFloatArray<'_>, what: &'static str) -> Result<Vec<f32>, Fault> {
    if array.is_null() {
        return Err(Fault::Null(what));
    }
    let mut values = vec![0.0; array.len(env)?];
    array.get_region(env, 0, &mut values)?;
    Ok(values)
}

/// Booleans.
///
/// # Errors
/// If the array is null.
pub fn booleans(env: &Env<'_>, array: &JBooleanArray<'_>, what: &'static str) -> Result<Vec<bool>, Fault> {
    if array.is_null() {
        return Err(Fault::Null(what));
    }
    let mut values = vec![false; array.len(env)?];
    array.get_region(env, 0, &mut values)?;
    Ok(values)
}

/// Bytes.
///
/// # Errors
/// If the array is null.
pub fn bytes(env: &Env<'_>, array: &JByteArray<'_>, what: &'static str) -> Result<Vec<i8>, Fault> {
    if array.is_null() {
        return Err(Fault::Null(what));
    }
    let mut values = vec![0; array.len(env)?];
    array.get_region(env, 0, &mut values)?;
    Ok(values)
}

/// Whole numbers.
///
/// # Errors
/// If the array is null.
pub fn numbers(env: &Env<'_>, array: &JIntArray<'_>, what: &'static str) -> Result<Vec<jint>, Fault> {
    if array.is_null() {
        return Err(Fault::Null(what));
    }
    let mut values = vec![0; array.len(env)?];
    array.get_region(env, 0, &mut values)?;
    Ok(values)
}

/// The enchantments of a stack: pairs of raw id and level; null is none.
///
/// # Errors
/// If there are more than can be.
pub fn enchantments(env: &Env<'_>, array: &JIntArray<'_>) -> Result<Enchantments, Fault> {
    if array.is_null() {
        return Ok(Enchantments::new());
    }
    let count = array.len(env)?;
    if count > MOST {
        return Err(Fault::argument("the length of enchantments", count, "0 to 512"));
    }
    let mut values = SmallVec::from_elem(0, count);
    array.get_region(env, 0, &mut values)?;
    Ok(values)
}

/// Copies a part of a direct buffer, in place of what was in `into`.
///
/// Java may write there again as soon as the method has returned, and a copy of what is read costs next to nothing.
///
/// # Errors
/// If the buffer is null, not direct, or the part does not lie in it.
pub fn copy_direct(
    env: &Env<'_>,
    buffer: &JByteBuffer<'_>,
    what: &'static str,
    offset: jint,
    length: jint,
    into: &mut Vec<u8>,
) -> Result<(), Fault> {
    if buffer.is_null() {
        return Err(Fault::Null(what));
    }
    let not_direct = |_| Fault::Argument(format!("{what} is no direct buffer; make it with ByteBuffer.allocateDirect"));
    let capacity = env.get_direct_buffer_capacity(buffer).map_err(not_direct)?;
    let address = env.get_direct_buffer_address(buffer).map_err(not_direct)?;
    let part = usize::try_from(offset).ok().zip(usize::try_from(length).ok());
    let part = part.filter(|(offset, length)| offset.saturating_add(*length) <= capacity);
    let Some((offset, length)) = part else {
        return Err(Fault::Argument(format!(
            "{length} bytes from {offset} on do not lie in {what}, which has {capacity}"
        )));
    };
    into.clear();
    into.reserve(length);
    // SAFETY: the part lies in the buffer, whose memory lives as long as the reference that Java has handed over;
    // there is room for it, it is all initialised by Java, and the two cannot overlap.
    unsafe {
        std::ptr::copy_nonoverlapping(address.add(offset), into.as_mut_ptr(), length);
        into.set_len(length);
    }
    Ok(())
}
