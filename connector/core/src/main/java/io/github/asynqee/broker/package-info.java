/**
 * Every operation asynq performs on Redis, as a port ({@link io.github.asynqee.broker.Broker}) and its implementation.
 * Nothing outside this room sees the Redis client library or a script.
 */
package io.github.asynqee.broker;
