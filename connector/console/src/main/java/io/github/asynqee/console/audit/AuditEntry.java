package io.github.asynqee.console.audit;

import java.time.Instant;

import io.github.asynqee.console.json.Member;

/**
 * One change, made or attempted.
 *
 * @param id the ID, given by Redis
 * @param at when the change ended
 * @param user the login name
 * @param action the name of the action, for example {@code queue.pause}
 * @param redis the name of the Redis
 * @param queue the queue, {@code null} if the change concerns no queue
 * @param task the ID of the task, {@code null} if the change concerns no task
 * @param filter the query of a job, {@code null} if the change is not about a job
 * @param count the number of tasks concerned, {@code null} if unknown
 * @param result the result of the change; {@code unknown} if it may or may not have been made
 * @param detail the reason that the user gave, or why the change was refused; {@code null} without a reason
 */
public record AuditEntry(String id, Instant at, String user, String action, String redis, String queue, String task,
        String filter, @Member(min = Member.ANY) Long count,
        @Member(values = "done|refused|failed|unknown") String result, String detail) {}
