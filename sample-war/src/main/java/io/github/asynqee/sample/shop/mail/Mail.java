package io.github.asynqee.sample.shop.mail;

/**
 * A mail.
 *
 * @param email   the address
 * @param subject what it is about
 * @param text    its text
 */
public record Mail(String email, String subject, String text) {}
