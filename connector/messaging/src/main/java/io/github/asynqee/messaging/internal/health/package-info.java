/** The readiness and liveness checks. */
@NullMarked
package io.github.asynqee.messaging.internal.health;

import org.jspecify.annotations.NullMarked;
