/** The readiness check. */
package io.github.asynqee.messaging.internal.health;
