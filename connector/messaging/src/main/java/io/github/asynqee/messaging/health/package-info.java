/** How the connector is, for the server's readiness. */
package io.github.asynqee.messaging.health;
