/** What servers, schedulers and outboxes publish about themselves. */
package io.github.asynqee.internal.broker.registry;
