/**
 * A second opinion on the broker: a model of asynq's key space in memory, written from the protocol document alone and
 * proven by what was recorded from the Go library, is put through the same random sequences of operations as the broker.
 */
package io.github.asynqee.model;
