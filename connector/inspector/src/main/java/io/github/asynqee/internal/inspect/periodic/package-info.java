/** Periodic entries: changes, requests to run one, cron specs in words. */
@NullMarked
package io.github.asynqee.internal.inspect.periodic;

import org.jspecify.annotations.NullMarked;
