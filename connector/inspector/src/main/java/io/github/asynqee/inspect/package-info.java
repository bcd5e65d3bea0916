/** Inspection and administration of queues, tasks, servers and schedulers: what asynq's Inspector does. */
package io.github.asynqee.inspect;
