/** Calls: tasks for whose results their senders wait. */
package io.github.asynqee.internal.call;
