/**
 * One attempt to run a task or a group: lease, deadline, cancellation, and its end: an outcome is claimed, settled, written and
 * confirmed. Dead letters.
 */
package io.github.asynqee.internal.delivery;
