/** Periodic tasks of the configuration and of annotated methods. */
@NullMarked
package io.github.asynqee.messaging.internal.periodic;

import org.jspecify.annotations.NullMarked;
