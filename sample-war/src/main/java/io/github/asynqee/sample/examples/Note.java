package io.github.asynqee.sample.examples;

/**
 * A note for a user.
 *
 * @param text the text
 */
public record Note(String text) {}
