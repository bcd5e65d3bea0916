/** Dequeues tasks as lanes become free and dispatches them to channels. */
package io.github.asynqee.internal.fetch;
