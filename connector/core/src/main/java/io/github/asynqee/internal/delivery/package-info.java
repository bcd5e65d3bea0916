/** One attempt to run a task or a group: lease, deadline, cancellation, and the outcome, which is chosen once. */
package io.github.asynqee.internal.delivery;
