package io.github.asynqee.sample.shop;

/**
 * Money to be collected.
 *
 * @param email the address of the payer
 * @param cents the amount
 * @param refusals how many times the bank refuses the payment before it pays
 */
public record Debit(String email, int cents, int refusals) {}
