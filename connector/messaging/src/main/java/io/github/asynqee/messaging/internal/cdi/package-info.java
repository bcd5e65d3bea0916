/** The CDI extension: finds handlers, checks the deployment, intercepts handlers, produces beans. */
@NullMarked
package io.github.asynqee.messaging.internal.cdi;

import org.jspecify.annotations.NullMarked;
