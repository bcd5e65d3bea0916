package io.github.asynqee.sample.shop.newsletter;

/**
 * A newsletter for all subscribers, as it was written.
 *
 * @param subject what it is about
 * @param text    its text
 */
public record Newsletter(String subject, String text) {}
