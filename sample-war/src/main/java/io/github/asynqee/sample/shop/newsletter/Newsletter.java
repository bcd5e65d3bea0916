package io.github.asynqee.sample.shop.newsletter;

/**
 * A newsletter for all subscribers, as written by its author.
 *
 * @param subject the subject
 * @param text    its text
 */
public record Newsletter(String subject, String text) {}
