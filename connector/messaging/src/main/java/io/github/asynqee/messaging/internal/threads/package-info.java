/** Threads of the application server, with the application's naming context, transactions and class loader. */
@NullMarked
package io.github.asynqee.messaging.internal.threads;

import org.jspecify.annotations.NullMarked;
