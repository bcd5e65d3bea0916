package io.github.asynqee.sample.shop.newsletter;

/**
 * A newsletter that is ready to be delivered.
 *
 * @param id      derived from the content: the same newsletter has the same ID
 * @param subject the subject
 * @param text    its text, with the greeting
 */
public record RenderedNewsletter(String id, String subject, String text) {}
