package io.github.asynqee.sample.shop;

/**
 * An order.
 *
 * @param item     what
 * @param quantity how many
 */
public record Order(String item, int quantity) {}
