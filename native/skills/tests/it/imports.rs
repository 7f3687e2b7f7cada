//! Which file of a crate imports which, read off its source.
//!
//! A name that is re-exported counts as imported from the file that defines it. What only tests see does not count. A
//! method is found by its type and imports nothing, so the methods of one type may be spread over several files.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::{self, Visit};
use syn::{Attribute, File, ImplItemFn, Item, ItemUse, Macro, UseTree, Visibility};

/// The text of each file, by its name below the folder of `lib.rs`.
pub type Sources = BTreeMap<String, String>;
/// The files that each file imports.
pub type Graph = BTreeMap<String, BTreeSet<String>>;

/// Segments of a path from the root of the crate on.
type Path = Vec<String>;

/// The files that each file of a crate imports.
pub fn graph(sources: &Sources) -> Graph {
    let mut source = Crate::default();
    source.read(sources, Vec::new(), "lib.rs");
    source.modules.keys().map(|module| source.imports_of(module)).collect()
}

/// A circle of files each of which imports the next, the first one again at the end.
pub fn circle(graph: &Graph) -> Option<Vec<String>> {
    let mut done = BTreeSet::new();
    graph.keys().find_map(|file| circle_from(graph, file, &mut Vec::new(), &mut done))
}

fn circle_from(graph: &Graph, file: &str, way: &mut Vec<String>, done: &mut BTreeSet<String>) -> Option<Vec<String>> {
    if let Some(start) = way.iter().position(|earlier| earlier == file) {
        return Some(way[start..].iter().cloned().chain([file.to_owned()]).collect());
    }
    if done.contains(file) {
        return None;
    }
    way.push(file.to_owned());
    let circle = graph[file].iter().find_map(|next| circle_from(graph, next, way, done));
    way.pop();
    done.insert(file.to_owned());
    circle
}

struct Module {
    file: String,
    source: File,
    /// What each name that it imports or re-exports stands for.
    names: BTreeMap<String, Path>,
}

#[derive(Default)]
struct Crate {
    modules: BTreeMap<Path, Module>,
}

impl Crate {
    /// Reads a module and all below it, but for those of tests.
    fn read(&mut self, sources: &Sources, module: Path, file: &str) {
        let source = syn::parse_file(&sources[file]).unwrap_or_else(|error| panic!("{file}: {error}"));
        let children: Vec<String> = source.items.iter().filter_map(file_module).collect();
        self.modules.insert(module.clone(), Module { file: file.to_owned(), source, names: BTreeMap::new() });
        for child in children {
            let path: Path = module.iter().cloned().chain([child]).collect();
            let files = [format!("{}.rs", path.join("/")), format!("{}/mod.rs", path.join("/"))];
            let file = files.iter().find(|file| sources.contains_key(*file));
            let file = file.unwrap_or_else(|| panic!("no file for the module {}", path.join("::")));
            self.read(sources, path, file);
        }
        let mut names = Names::default();
        for item in &self.modules[&module].source.items {
            if let Item::Use(import) = item
                && !is_of_tests(&import.attrs)
            {
                names.add(file, Vec::new(), &import.tree);
            }
        }
        let resolved = names.all.into_iter().filter_map(|(name, path)| Some((name, self.absolute(&module, &path)?)));
        let resolved = resolved.collect();
        self.modules.get_mut(&module).expect("it was just put in").names = resolved;
    }

    /// A path as it stands in a module, from the root of the crate on; `None` if it leads into another crate.
    fn absolute(&self, module: &Path, path: &[String]) -> Option<Path> {
        let (first, rest) = path.split_first()?;
        let from = |start: &[String]| Some(start.iter().chain(rest).cloned().collect());
        let child: Path = module.iter().chain([first]).cloned().collect();
        match first.as_str() {
            "crate" => from(&[]),
            "self" => from(module),
            "super" if rest.first().is_some_and(|next| next == "super") => {
                self.absolute(&module[..module.len() - 1].to_vec(), rest)
            }
            "super" => from(&module[..module.len() - 1]),
            _ if self.modules.contains_key(&child) => from(&child),
            // A module that was imported.
            name => {
                let start = self.modules[module].names.get(name)?;
                self.modules.contains_key(start).then(|| from(start))?
            }
        }
    }

    /// The file that defines what a path from the root leads to.
    fn file_of(&self, path: &[String]) -> &str {
        let mut module = Vec::new();
        for (number, name) in path.iter().enumerate() {
            module.push(name.clone());
            if self.modules.contains_key(&module) {
                continue;
            }
            module.pop();
            if let Some(start) = self.modules[&module].names.get(name) {
                let whole: Path = start.iter().chain(&path[number + 1..]).cloned().collect();
                return self.file_of(&whole);
            }
            break;
        }
        &self.modules[&module].file
    }

    /// A file, and those that it imports.
    fn imports_of(&self, module: &Path) -> (String, BTreeSet<String>) {
        let Module { file, source, .. } = &self.modules[module];
        let mut names = Names::default();
        let mut paths = Paths { file, names: &mut names, inline: Vec::new() };
        paths.visit_file(source);
        let inline = paths.inline;
        let all = names.all.into_iter().map(|(_, path)| path).chain(inline);
        let files = all.filter_map(|path| self.absolute(module, &path)).map(|path| self.file_of(&path).to_owned());
        (file.clone(), files.filter(|other| other != file).collect())
    }
}

/// The name of a module that has a file of its own and is not for tests.
fn file_module(item: &Item) -> Option<String> {
    match item {
        Item::Mod(module) if module.content.is_none() && !is_of_tests(&module.attrs) => Some(module.ident.to_string()),
        _ => None,
    }
}

fn is_of_tests(attributes: &[Attribute]) -> bool {
    let is_test = |attribute: &Attribute| {
        attribute.path().is_ident("cfg") && attribute.parse_args::<syn::Path>().is_ok_and(|what| what.is_ident("test"))
    };
    attributes.iter().any(is_test)
}

/// The names that `use` brings in, and the paths that they stand for.
#[derive(Default)]
struct Names {
    all: Vec<(String, Path)>,
}

impl Names {
    fn add(&mut self, file: &str, mut path: Path, tree: &UseTree) {
        match tree {
            UseTree::Path(segment) => {
                path.push(segment.ident.to_string());
                self.add(file, path, &segment.tree);
            }
            UseTree::Name(name) if name.ident == "self" => {
                self.all.push((path.last().cloned().unwrap_or_default(), path));
            }
            UseTree::Name(name) => {
                path.push(name.ident.to_string());
                self.all.push((name.ident.to_string(), path));
            }
            UseTree::Rename(name) => {
                path.push(name.ident.to_string());
                self.all.push((name.rename.to_string(), path));
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.add(file, path.clone(), tree)),
            UseTree::Glob(_) => panic!("{file}: `{}::*` does not say what is imported", path.join("::")),
        }
    }
}

/// Collects the paths of a file, but for those in tests.
struct Paths<'a> {
    file: &'a str,
    names: &'a mut Names,
    inline: Vec<Path>,
}

impl<'a> Visit<'a> for Paths<'_> {
    fn visit_item(&mut self, item: &'a Item) {
        let attributes = match item {
            Item::Mod(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Fn(item) => &item.attrs,
            Item::Const(item) => &item.attrs,
            Item::Struct(item) => &item.attrs,
            Item::Enum(item) => &item.attrs,
            Item::Use(item) => &item.attrs,
            _ => &Vec::new(),
        };
        if !is_of_tests(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'a ImplItemFn) {
        if !is_of_tests(&item.attrs) {
            visit::visit_impl_item_fn(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'a ItemUse) {
        self.names.add(self.file, Vec::new(), &item.tree);
    }

    /// A path in a visibility, as in `pub(crate)`, is no import.
    fn visit_visibility(&mut self, _: &'a Visibility) {}

    fn visit_attribute(&mut self, _: &'a Attribute) {}

    fn visit_path(&mut self, path: &'a syn::Path) {
        if path.segments.len() > 1 {
            self.inline.push(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        }
        visit::visit_path(self, path);
    }

    /// What a macro is given need not be Rust: whatever in it looks like a path is taken for one.
    fn visit_macro(&mut self, invocation: &'a Macro) {
        let text = invocation.tokens.to_string().replace(" :: ", "::");
        let is_of_path = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
        let words = text.split(|letter| !is_of_path(letter)).filter(|word| word.contains("::"));
        self.inline.extend(words.map(|word| word.split("::").map(str::to_owned).collect()));
    }
}
