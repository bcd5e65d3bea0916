/** Lanes and routes: which channel runs a task, and on which of its lanes. */
package io.github.asynqee.internal.lane;
