/** Statistics of queues over time, as the inspector reads them. */
@NullMarked
package io.github.asynqee.statistics;

import org.jspecify.annotations.NullMarked;
