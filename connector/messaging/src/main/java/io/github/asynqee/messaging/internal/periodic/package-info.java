/** Periodic tasks of the configuration and of annotated methods. */
package io.github.asynqee.messaging.internal.periodic;
