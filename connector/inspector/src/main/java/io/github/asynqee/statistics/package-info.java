/** Statistics of queues over time, returned by the inspector. */
@NullMarked
package io.github.asynqee.statistics;

import org.jspecify.annotations.NullMarked;
