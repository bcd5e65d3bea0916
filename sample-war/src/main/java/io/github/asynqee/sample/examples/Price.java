package io.github.asynqee.sample.examples;

/**
 * A new price.
 *
 * @param article the article
 * @param cents the price
 */
public record Price(String article, int cents) {}
