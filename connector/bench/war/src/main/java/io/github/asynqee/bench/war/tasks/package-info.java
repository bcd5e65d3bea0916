/** The tasks that are measured: orders in, numbers out. */
package io.github.asynqee.bench.war.tasks;
