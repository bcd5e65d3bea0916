package io.github.asynqee.sample.shop;

/**
 * A parcel.
 *
 * @param email the address of the recipient, who is told that it is on its way
 * @param town  where it goes
 */
public record Parcel(String email, String town) {}
