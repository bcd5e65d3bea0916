package io.github.asynqee.sample.shop.newsletter;

/**
 * A subscriber of the newsletter.
 *
 * @param name  the name, as in the salutation
 * @param email the address
 */
public record Subscriber(String name, String email) {}
