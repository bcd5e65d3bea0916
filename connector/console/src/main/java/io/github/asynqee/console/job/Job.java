package io.github.asynqee.console.job;

import java.time.Instant;
import java.util.List;

import io.github.asynqee.console.json.Member;
import io.github.asynqee.inspect.BulkAction;

/**
 * A change of many tasks.
 *
 * @param q the query
 * @param reason the reason given by the user
 * @param pace maximum number of tasks changed per second, {@code null} for no limit
 * @param matching how many tasks matched when the job was created
 * @param total how many tasks were read for the count, approximately as many as the job reads; {@code null} if the
 *        count was incomplete
 * @param examined how many tasks were read so far
 * @param changed how many tasks were changed so far
 * @param skipped how many tasks stay unchanged because their state does not allow the change
 * @param failed how many tasks could not be changed
 * @param atLeast {@code true} if a step was interrupted, so that more tasks may have been changed than are counted;
 *        otherwise {@code null}
 * @param message why the job failed or waits, or by whom it was paused or cancelled; {@code null} otherwise
 * @param undoes the archive job whose tasks this job restores, {@code null} if this job does not restore tasks
 * @param undoneBy the job that restores the tasks of this job, {@code null} if there is none
 * @param queues the queues to which its user was restricted, with {@code *}; {@code null} for no restriction
 */
public record Job(String id, BulkAction action, String q, String reason, String user, JobState state,
        @Member(min = 1) Long pace,
        long matching, Long total, long examined, long changed, long skipped, long failed, Boolean atLeast,
        Instant startedAt,
        Instant updatedAt,
        String message, String undoes, String undoneBy, List<String> queues) {

    /**
     * A job as a user wants it.
     *
     * @param typed the number of tasks as the user typed it, required to delete more than {@link Jobs#TYPED_ABOVE}
     *        tasks, or to archive so many tasks that an archive drops tasks
     * @param mayDelete whether the user may delete tasks
     * @param pace the tasks per second that are changed at most, from 1 to {@link Jobs#MAX_PACE}, {@code null} for no
     *        limit
     */
    public record Request(BulkAction action, String q, String reason, String typed, boolean mayDelete, Long pace) {}
}
