package io.github.asynqee.sample.shop;

/**
 * A wish for a book of all letters of a year.
 *
 * @param year which year
 */
public record Yearbook(int year) {}
