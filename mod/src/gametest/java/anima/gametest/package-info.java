/**
 * Compares the real game with Anima's own world: ten sequences, played by the mod's hands in a real client with its own
 * server. A test mod, never in the jar for players; {@code docs/first-run.md} says how it is run.
 */
package anima.gametest;
