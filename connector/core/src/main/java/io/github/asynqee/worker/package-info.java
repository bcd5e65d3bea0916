/**
 * Settings and policies of a worker: queues, lanes, groups, retries, dead letters; exceptions that end an attempt.
 */
package io.github.asynqee.worker;
