/** Value types of a task as its producer and its handler see it: immutable and valid once built. */
package io.github.asynqee.task;
