/** Assembles a worker from its parts; starts its threads and services and stops them in asynq's order. */
package io.github.asynqee.internal.engine;
