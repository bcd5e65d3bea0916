/**
 * Background services of a worker, one class each, named as in asynq: forwarder, recoverer, janitor, heartbeat, health
 * probe, cancellation listener. None owns a thread: each has a {@code runOnce()}.
 */
package io.github.asynqee.internal.service;
