/** The CDI extension: finds handlers, checks the deployment, intercepts handlers, produces beans. */
package io.github.asynqee.messaging.internal.cdi;
