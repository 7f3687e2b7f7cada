package net.fabricmc.loader.api;

/** Stands in for the real one. */
public interface Version extends Comparable<Version> {
    String getFriendlyString();
}
