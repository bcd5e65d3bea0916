package io.github.asynqee.sample.shop;

/**
 * An order for a book of all newsletters of a year.
 *
 * @param year which year
 */
public record Yearbook(int year) {}
