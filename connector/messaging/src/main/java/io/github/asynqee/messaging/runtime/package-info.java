/** Puts the parts together for one application, starts them when it starts and stops them when it stops. */
package io.github.asynqee.messaging.runtime;
