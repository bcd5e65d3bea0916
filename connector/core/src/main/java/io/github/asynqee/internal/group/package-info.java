/** Stages groups of tasks, hands them to lanes and writes their outcomes. */
package io.github.asynqee.internal.group;
