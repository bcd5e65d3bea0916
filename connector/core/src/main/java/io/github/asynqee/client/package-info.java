/** Enqueues tasks. */
package io.github.asynqee.client;
