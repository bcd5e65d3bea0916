package io.github.asynqee.sample.shop;

/**
 * Something in an envelope.
 *
 * @param email   where it goes
 * @param subject what it is about
 * @param text    what it says
 */
public record Mail(String email, String subject, String text) {}
