/** Threads of the application server, which carry the application's naming, transactions and class loader. */
package io.github.asynqee.messaging.internal.threads;
