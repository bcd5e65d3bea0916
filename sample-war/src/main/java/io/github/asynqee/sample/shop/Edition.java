package io.github.asynqee.sample.shop;

/**
 * A letter as it was printed.
 *
 * @param id      the same whenever the same letter is printed again
 * @param subject what it is about
 * @param text    what it says, with our greeting
 */
public record Edition(String id, String subject, String text) {}
