//! Crafting: recipes, and what a grid of items makes.
//!
//! The recipes of the default 1.19.4 data pack (`data/recipes.jsonl`). Of the recipes that are code in the game
//! only the repair of two worn tools is here; the others make things whose difference a stack here cannot hold
//! (dyed leather, fireworks with stars, tipped arrows, copied maps, books and banners, suspicious stew).

use once_cell::sync::Lazy;
use rustc_hash::FxHashMap;
use serde::Deserialize;

use crate::table::records;
use crate::{Item, ItemStack};

/// What one cell of a recipe takes: any of some items.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ingredient(u16);

impl Ingredient {
    /// The items it takes, by id.
    pub fn items(self) -> &'static [Item] {
        &BOOK.choices[usize::from(self.0)]
    }

    /// Whether it takes this item.
    pub fn accepts(self, item: Item) -> bool {
        self.items().binary_search(&item).is_ok()
    }
}

impl std::fmt::Debug for Ingredient {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.items().fmt(f)
    }
}

/// How ingredients lie in the grid.
#[derive(Clone, Debug, PartialEq)]
pub enum Pattern {
    /// In this shape or its mirror image, anywhere in the grid.
    Shaped {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
        /// Row by row, `None` for cells that stay empty.
        cells: Vec<Option<Ingredient>>,
    },
    /// In any cells.
    Shapeless(Vec<Ingredient>),
}

/// A crafting recipe.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    /// What it makes.
    pub result: Item,
    /// How many it makes.
    pub count: u8,
    /// What it takes.
    pub pattern: Pattern,
}

impl Recipe {
    /// Whether the inventory's 2x2 grid is too small for it.
    pub fn needs_table(&self) -> bool {
        match &self.pattern {
            Pattern::Shaped { width, height, .. } => *width > 2 || *height > 2,
            Pattern::Shapeless(ingredients) => ingredients.len() > 4,
        }
    }

    /// What each filled cell takes.
    pub fn cells(&self) -> impl Iterator<Item = Ingredient> {
        let (shaped, shapeless): (&[Option<Ingredient>], &[Ingredient]) = match &self.pattern {
            Pattern::Shaped { cells, .. } => (cells, &[]),
            Pattern::Shapeless(ingredients) => (&[], ingredients),
        };
        shaped.iter().flatten().chain(shapeless).copied()
    }

    /// What it takes, summed up, in order of the cells.
    pub fn ingredients(&self) -> Vec<(Ingredient, u8)> {
        let mut sums: Vec<(Ingredient, u8)> = Vec::new();
        for cell in self.cells() {
            match sums.iter_mut().find(|(known, _)| *known == cell) {
                Some((_, count)) => *count += 1,
                None => sums.push((cell, 1)),
            }
        }
        sums
    }

    /// Whether the filled part of a grid, `width` wide, is this recipe.
    fn matches(&self, filled: &Filled) -> bool {
        match &self.pattern {
            Pattern::Shaped { width, height, cells } => {
                *width == filled.width
                    && *height == filled.height
                    && [false, true].into_iter().any(|mirrored| filled.is_shape(cells, mirrored))
            }
            Pattern::Shapeless(ingredients) => {
                ingredients.len() == filled.count && can_assign(ingredients, &filled.items(), 0)
            }
        }
    }
}

/// Whether each ingredient from `from` on can have an item of its own; bit i of `used` marks item i as taken.
fn can_assign(ingredients: &[Ingredient], items: &[Item], used: u16) -> bool {
    let Some((first, rest)) = ingredients.split_first() else { return true };
    items.iter().enumerate().any(|(index, item)| {
        let bit = 1 << index;
        used & bit == 0 && first.accepts(*item) && can_assign(rest, items, used | bit)
    })
}

/// Every crafting recipe, in order of the result's id.
pub fn all() -> &'static [Recipe] {
    &BOOK.recipes
}

/// The recipes that make an item.
pub fn making(item: Item) -> &'static [Recipe] {
    let (start, end) = BOOK.by_result.get(&item).copied().unwrap_or((0, 0));
    &BOOK.recipes[usize::from(start)..usize::from(end)]
}

/// The recipe that lies in a grid, `width` cells wide, row by row.
pub fn in_grid(grid: &[Option<ItemStack>], width: usize) -> Option<&'static Recipe> {
    let filled = Filled::of(grid, width)?;
    let candidates = &BOOK.by_ingredient[usize::from(filled.first.id())];
    candidates.iter().map(|index| &BOOK.recipes[usize::from(*index)]).find(|recipe| recipe.matches(&filled))
}

/// What a grid, `width` cells wide, row by row, makes: a recipe's result, or one tool repaired from two.
pub fn match_grid(grid: &[Option<ItemStack>], width: usize) -> Option<ItemStack> {
    match in_grid(grid, width) {
        Some(recipe) => Some(ItemStack::new(recipe.result, recipe.count)),
        None => repaired(grid),
    }
}

/// `RepairItemRecipe`: two worn things of a kind make one with both their uses and a twentieth more.
/// Enchantments are lost.
fn repaired(grid: &[Option<ItemStack>]) -> Option<ItemStack> {
    let mut stacks = grid.iter().flatten();
    let (one, other) = (stacks.next()?, stacks.next()?);
    let durability = u32::from(one.item.durability()?);
    if stacks.next().is_some() || one.item != other.item || one.count != 1 || other.count != 1 {
        return None;
    }
    let left = |stack: &ItemStack| durability - u32::from(stack.damage).min(durability);
    let left = left(one) + left(other) + durability * 5 / 100;
    Some(ItemStack { damage: durability.saturating_sub(left) as u16, ..ItemStack::new(one.item, 1) })
}

/// What stays in the cell when one of the item is used up by crafting or as furnace fuel
/// (`Item.getRecipeRemainder`).
pub fn remainder(item: Item) -> Option<Item> {
    match item {
        Item::WATER_BUCKET | Item::LAVA_BUCKET | Item::MILK_BUCKET => Some(Item::BUCKET),
        Item::HONEY_BOTTLE | Item::DRAGON_BREATH => Some(Item::GLASS_BOTTLE),
        _ => None,
    }
}

/// The filled part of a grid.
struct Filled<'a> {
    grid: &'a [Option<ItemStack>],
    grid_width: usize,
    left: usize,
    top: usize,
    width: usize,
    height: usize,
    count: usize,
    first: Item,
}

impl Filled<'_> {
    fn of(grid: &[Option<ItemStack>], grid_width: usize) -> Option<Filled<'_>> {
        let (mut left, mut top, mut right, mut bottom, mut count) = (usize::MAX, usize::MAX, 0, 0, 0);
        let mut first = None;
        for (index, stack) in grid.iter().enumerate() {
            let Some(stack) = stack else { continue };
            let (x, y) = (index % grid_width, index / grid_width);
            (left, top, right, bottom) = (left.min(x), top.min(y), right.max(x), bottom.max(y));
            count += 1;
            first = first.or(Some(stack.item));
        }
        let (width, height) = (right.wrapping_sub(left).wrapping_add(1), bottom.wrapping_sub(top).wrapping_add(1));
        Some(Filled { grid, grid_width, left, top, width, height, count, first: first? })
    }

    fn item(&self, x: usize, y: usize) -> Option<Item> {
        self.grid[(self.top + y) * self.grid_width + self.left + x].map(|stack| stack.item)
    }

    fn is_shape(&self, cells: &[Option<Ingredient>], mirrored: bool) -> bool {
        cells.iter().enumerate().all(|(index, cell)| {
            let (x, y) = (index % self.width, index / self.width);
            let x = if mirrored { self.width - 1 - x } else { x };
            match (cell, self.item(x, y)) {
                (None, None) => true,
                (Some(ingredient), Some(item)) => ingredient.accepts(item),
                _ => false,
            }
        })
    }

    fn items(&self) -> Vec<Item> {
        self.grid.iter().flatten().map(|stack| stack.item).collect()
    }
}

static BOOK: Lazy<Book> = Lazy::new(Book::read);

/// The recipes, and where to look for one.
struct Book {
    recipes: Vec<Recipe>,
    choices: Vec<Vec<Item>>,
    /// The range of recipes that make an item.
    by_result: FxHashMap<Item, (u16, u16)>,
    /// By item id: the recipes that take it.
    by_ingredient: Vec<Vec<u16>>,
}

#[derive(Deserialize)]
struct Record {
    result: String,
    count: u8,
    #[serde(default)]
    shape: Vec<Vec<Option<Choice>>>,
    #[serde(default)]
    ingredients: Vec<Choice>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Choice {
    One(String),
    Any(Vec<String>),
}

impl Book {
    fn read() -> Book {
        let mut choices = Vec::new();
        let mut known = FxHashMap::default();
        let mut ingredient = |choice: &Choice| {
            let mut items: Vec<Item> = match choice {
                Choice::One(name) => vec![named(name)],
                Choice::Any(names) => names.iter().map(|name| named(name)).collect(),
            };
            items.sort_unstable();
            *known.entry(items).or_insert_with_key(|items| {
                choices.push(items.clone());
                Ingredient((choices.len() - 1) as u16)
            })
        };
        let mut recipes: Vec<Recipe> = Vec::new();
        for record in records::<Record>("recipes", include_str!("../data/recipes.jsonl")) {
            let pattern = if record.shape.is_empty() {
                Pattern::Shapeless(record.ingredients.iter().map(&mut ingredient).collect())
            } else {
                let (width, height) = (record.shape[0].len(), record.shape.len());
                let cells = record.shape.iter().flatten().map(|cell| cell.as_ref().map(&mut ingredient)).collect();
                Pattern::Shaped { width, height, cells }
            };
            recipes.push(Recipe { result: named(&record.result), count: record.count, pattern });
        }
        recipes.sort_by_key(|recipe| recipe.result); // stable: keeps the order of one item's recipes

        let mut by_result: FxHashMap<Item, (u16, u16)> = FxHashMap::default();
        let mut by_ingredient = vec![Vec::new(); Item::COUNT];
        for (index, recipe) in recipes.iter().enumerate() {
            let index = index as u16;
            by_result.entry(recipe.result).or_insert((index, index)).1 = index + 1;
            for cell in recipe.cells() {
                for item in &choices[usize::from(cell.0)] {
                    let list: &mut Vec<u16> = &mut by_ingredient[usize::from(item.id())];
                    if list.last() != Some(&index) {
                        list.push(index);
                    }
                }
            }
        }
        Book { recipes, choices, by_result, by_ingredient }
    }
}

fn named(name: &str) -> Item {
    Item::from_name(name).unwrap_or_else(|| panic!("recipes: unknown item {name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A grid drawn with letters; the rows' width is the grid's.
    fn grid(rows: &[&str], key: &[(char, Item)]) -> (Vec<Option<ItemStack>>, usize) {
        let stack = |letter| key.iter().find(|(known, _)| *known == letter).map(|(_, item)| ItemStack::new(*item, 1));
        (rows.iter().flat_map(|row| row.chars().map(stack)).collect(), rows[0].len())
    }

    fn check(rows: &[&str], key: &[(char, Item)], expected: Option<(Item, u8)>) {
        let (cells, width) = grid(rows, key);
        let got = match_grid(&cells, width).map(|stack| (stack.item, stack.count));
        assert_eq!(got, expected, "{rows:?} {key:?}");
    }

    #[test]
    fn shapes_lie_anywhere_and_mirrored() {
        let key = [('p', Item::OAK_PLANKS), ('s', Item::STICK)];
        check(&["...", ".p.", ".p."], &key, Some((Item::STICK, 4)));
        check(&["pp.", "ps.", ".s."], &key, Some((Item::WOODEN_AXE, 1)));
        check(&[".pp", ".sp", ".s."], &key, Some((Item::WOODEN_AXE, 1)));
        check(&["pp", "pp"], &key, Some((Item::CRAFTING_TABLE, 1)));
        check(&["p.", ".p"], &key, None);
        check(&["..", ".."], &key, None);
    }

    #[test]
    fn any_planks_mix_but_different_recipes_do_not() {
        let key = [('o', Item::OAK_PLANKS), ('b', Item::BIRCH_PLANKS), ('m', Item::BAMBOO)];
        check(&["ob", "bo"], &key, Some((Item::CRAFTING_TABLE, 1)));
        check(&["o.", "b."], &key, Some((Item::STICK, 4)));
        check(&["m.", "m."], &key, Some((Item::STICK, 1)));
        check(&["o.", "m."], &key, None);
        let key = [('c', Item::COBBLESTONE), ('d', Item::COBBLED_DEEPSLATE)];
        check(&["cdc", "d.d", "cdc"], &key, Some((Item::FURNACE, 1)));
    }

    #[test]
    fn shapeless_in_any_order() {
        let key = [('b', Item::BLAZE_POWDER), ('c', Item::CHARCOAL), ('g', Item::GUNPOWDER)];
        check(&["g.c", "...", ".b."], &key, Some((Item::FIRE_CHARGE, 3)));
        check(&["ggc", "...", ".b."], &key, None);
        let key = [('v', Item::VINE), ('s', Item::STONE_BRICKS), ('m', Item::MOSS_BLOCK)];
        check(&["sv", ".."], &key, Some((Item::MOSSY_STONE_BRICKS, 1)));
        check(&["vm", ".."], &key, None);
    }

    #[test]
    fn two_worn_tools_make_one() {
        let worn = |damage| Some(ItemStack { damage, ..ItemStack::new(Item::IRON_PICKAXE, 1) });
        let repaired = |one, other| match_grid(&[one, None, None, other], 2).map(|stack| stack.damage);
        assert_eq!(repaired(worn(240), worn(200)), Some(250 - 10 - 50 - 12));
        assert_eq!(repaired(worn(10), worn(20)), Some(0));
        assert_eq!(repaired(worn(10), None), None);
        assert_eq!(repaired(worn(10), Some(ItemStack::new(Item::IRON_AXE, 1))), None);
    }

    #[test]
    fn every_recipe_is_found_in_its_own_grid() {
        for recipe in all() {
            for pick in 0..9 {
                let width = 3;
                let mut cells = vec![None; 9];
                let chosen = |ingredient: Ingredient| {
                    let items = ingredient.items();
                    Some(ItemStack::new(items[pick % items.len()], 1))
                };
                match &recipe.pattern {
                    Pattern::Shaped { width: w, cells: shape, .. } => {
                        for (index, cell) in shape.iter().enumerate() {
                            cells[index / w * width + index % w] = cell.and_then(chosen);
                        }
                    }
                    Pattern::Shapeless(ingredients) => {
                        ingredients.iter().zip(&mut cells).for_each(|(one, cell)| *cell = chosen(*one));
                    }
                }
                let got = in_grid(&cells, width).map(|found| (found.result, found.count));
                assert_eq!(got, Some((recipe.result, recipe.count)), "{recipe:?}");
            }
        }
        assert!(all().len() > 700, "{}", all().len());
    }

    #[test]
    fn recipes_know_what_they_need() {
        let chest = &making(Item::CHEST)[0];
        assert!(chest.needs_table());
        let [(planks, 8)] = chest.ingredients()[..] else { panic!("{:?}", chest.ingredients()) };
        assert!(planks.accepts(Item::OAK_PLANKS) && planks.accepts(Item::MANGROVE_PLANKS));
        assert!(!making(Item::STICK)[0].needs_table());
        assert!(making(Item::DIRT).is_empty());
    }
}
