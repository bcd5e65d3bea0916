/** What the module asynq-transactions adds to the connector, and what the connector does without it. */
@NullMarked
package io.github.asynqee.messaging.internal.transactions;

import org.jspecify.annotations.NullMarked;
