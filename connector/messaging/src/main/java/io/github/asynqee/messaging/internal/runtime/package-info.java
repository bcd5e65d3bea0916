/** The connector: assembles, starts and stops its parts for one application. */
@NullMarked
package io.github.asynqee.messaging.internal.runtime;

import org.jspecify.annotations.NullMarked;
