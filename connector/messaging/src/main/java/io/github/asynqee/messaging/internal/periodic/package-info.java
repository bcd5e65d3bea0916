/** Periodic tasks from the configuration, annotated methods and providers. */
package io.github.asynqee.messaging.internal.periodic;
