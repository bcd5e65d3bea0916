package io.github.asynqee.sample.examples;

/**
 * A mail to send.
 *
 * @param to the address
 */
public record WelcomeEmail(String to) {}
