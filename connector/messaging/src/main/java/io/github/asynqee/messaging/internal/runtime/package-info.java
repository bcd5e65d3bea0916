/** The connector and all it needs for one application: assembles, starts and stops. */
package io.github.asynqee.messaging.internal.runtime;
