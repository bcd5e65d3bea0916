package io.github.asynqee.sample.shop;

/**
 * A parcel.
 *
 * @param email the address of the recipient, who gets a notification
 * @param town  the destination
 */
public record Parcel(String email, String town) {}
