package io.github.asynqee.sample.shop;

/**
 * Somebody who wants our letters.
 *
 * @param name  how to address them
 * @param email where to send letters
 */
public record Subscriber(String name, String email) {}
