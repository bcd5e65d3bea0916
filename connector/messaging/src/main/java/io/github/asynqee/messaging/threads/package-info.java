/** Threads that belong to the application: its names, its transactions and its classes are there. */
package io.github.asynqee.messaging.threads;
