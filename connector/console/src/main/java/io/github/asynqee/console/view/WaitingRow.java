package io.github.asynqee.console.view;

import java.time.Instant;
import java.util.List;

import io.github.asynqee.console.json.Member;
import io.github.asynqee.console.mask.Masking;
import io.github.asynqee.inspect.Waiting;
import io.github.asynqee.inspect.Waiting.Reason;

/**
 * A reason why a task, or the tasks of a queue, do not run now.
 *
 * @param code the kind of reason
 * @param message one sentence, without a full stop
 * @param advice the next step; empty if there is nothing to do
 * @param since the time at which the reason began, {@code null} if it is not known
 * @param until when the reason ends, or is checked again, without intervention; {@code null} if never, or if it is not
 *        known
 * @param limit the limit that blocks the task, with its key unless values are masked; {@code null} if no limit blocks
 *        the task
 * @param error the error of the last attempt, {@code null} if the error is not the reason
 * @param user who paused the queue in this console, {@code null} if that is not known
 */
public record WaitingRow(
        @Member(values = "paused|no-server|servers-stopped|writes-refused|lanes-busy|lower-priority|no-handler|not-taken"
                + "|in-line|scheduled|retry|limit|limit-paused|limit-unchecked|turn|group|server-died|nothing") String code,
        String message, String advice, Instant since, Instant until, String limit, String error, String user) {

    /** Finds who paused a queue at a time. */
    public interface Pauses {

        /** Returns the user, {@code null} if that is not known. */
        String user(Instant since);
    }

    /** All reasons. */
    public static Page<WaitingRow> page(List<Waiting> reasons, Masking masking, Pauses pauses) {
        return Page.all(reasons.stream().map(waiting -> new WaitingRow(waiting.reason().code(), waiting.message(),
                waiting.advice(), waiting.since(), waiting.until(), masking.limitKey(waiting.limit()),
                masking.error(waiting.error()),
                waiting.reason() == Reason.PAUSED && waiting.since() != null ? pauses.user(waiting.since()) : null))
                .toList());
    }
}
