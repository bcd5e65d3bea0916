/** The connector: assembles, starts and stops its parts for one application. */
package io.github.asynqee.messaging.internal.runtime;
