/** What the connector does with the container: finds handlers, checks the deployment, guards handlers, makes beans. */
package io.github.asynqee.messaging.cdi;
