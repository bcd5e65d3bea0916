/** Inspection and administration of queues, tasks, servers and schedulers: what asynq's Inspector does. */
@NullMarked
package io.github.asynqee.inspect;

import org.jspecify.annotations.NullMarked;
