package io.github.asynqee.sample.shop;

/**
 * Money to be collected.
 *
 * @param email    who pays
 * @param cents    how much
 * @param refusals how many times the bank refuses before it pays
 */
public record Debit(String email, int cents, int refusals) {}
