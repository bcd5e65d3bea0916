/** The connector's interface to the optional module asynq-transactions. */
@NullMarked
package io.github.asynqee.messaging.internal.transactions;

import org.jspecify.annotations.NullMarked;
