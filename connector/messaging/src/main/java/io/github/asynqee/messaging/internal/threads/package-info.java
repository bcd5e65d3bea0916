/** Threads of the application server, with the application's naming context, transactions and class loader. */
package io.github.asynqee.messaging.internal.threads;
