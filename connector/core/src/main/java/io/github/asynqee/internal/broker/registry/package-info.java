/** What servers, schedulers and outboxes publish of themselves. */
package io.github.asynqee.internal.broker.registry;
