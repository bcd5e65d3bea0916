/**
 * A worker's periodic services, one class each, named as in asynq: forwarder, recoverer, janitor, heartbeat. None owns a
 * thread: each has a {@code runOnce()}.
 */
package io.github.asynqee.internal.service;
