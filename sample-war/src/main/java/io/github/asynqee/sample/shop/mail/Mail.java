package io.github.asynqee.sample.shop.mail;

/**
 * A mail.
 *
 * @param email   the address
 * @param subject the subject
 * @param text    its text
 */
public record Mail(String email, String subject, String text) {}
