/** The readiness and liveness checks. */
package io.github.asynqee.messaging.internal.health;
