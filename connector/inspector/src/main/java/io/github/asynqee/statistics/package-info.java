/** Statistics of queues over time, as the inspector reads them. */
package io.github.asynqee.statistics;
