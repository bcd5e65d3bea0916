package io.github.asynqee.sample.examples.handle;

/**
 * A note for a user.
 *
 * @param text the text
 */
public record Note(String text) {}
