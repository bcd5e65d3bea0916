package io.github.asynqee.sample.shop;

/**
 * A letter to all subscribers, as it was written.
 *
 * @param subject what it is about
 * @param text    what it says
 */
public record Letter(String subject, String text) {}
