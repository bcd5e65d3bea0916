/** Calls: tasks for whose results their senders wait; how the results are awaited in Redis. */
package io.github.asynqee.internal.feature.call;
