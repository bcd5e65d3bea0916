/** Inspection and administration of queues, tasks, servers and schedulers, like asynq's Inspector. */
@NullMarked
package io.github.asynqee.inspect;

import org.jspecify.annotations.NullMarked;
