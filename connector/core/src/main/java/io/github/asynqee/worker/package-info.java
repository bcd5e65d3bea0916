/**
 * Settings and policies of a worker: queues, lanes, groups, retries, dead letters; exceptions that end an attempt.
 */
@NullMarked
package io.github.asynqee.worker;

import org.jspecify.annotations.NullMarked;
