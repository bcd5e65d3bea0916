package io.github.asynqee.inspect;

import java.time.Instant;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * A reason why a task, or the tasks of a queue, do not run now.
 *
 * <p>The message never contains the value of a limit's key or the text of an error: a tool that masks values masks
 * these components.
 *
 * @param reason the kind of reason
 * @param message one sentence, without a full stop
 * @param advice the next step; empty if there is nothing to do
 * @param since the time at which the reason began; {@code null} if unknown
 * @param until when the reason ends or is checked again without intervention; {@code null} if never, or unknown
 * @param limit the limit key that blocks the task, {@code null} if the reason is not a limit
 * @param error the error of the last attempt, {@code null} if it is not the reason
 */
public record Waiting(Reason reason, String message, String advice, @Nullable Instant since, @Nullable Instant until,
        @Nullable LimitKey limit, @Nullable String error) {

    /** A kind of reason. */
    public enum Reason {
        /** The queue is paused. */
        PAUSED,
        /** No running server consumes the queue. */
        NO_SERVER,
        /** All servers that consume the queue are stopping, or have stopped fetching tasks. */
        SERVERS_STOPPED,
        /** Redis refuses writes, so no server can take a task. */
        WRITES_REFUSED,
        /** All lanes of the servers that consume the queue are busy. */
        LANES_BUSY,
        /** A queue with a higher strict priority has tasks. */
        LOWER_PRIORITY,
        /** Servers found no handler for the type of the task, or for its version. */
        NO_HANDLER,
        /** Servers have free lanes and do not take the task. */
        NOT_TAKEN,
        /** Other tasks of the queue are ahead of the task, or the task is the next one. */
        IN_LINE,
        /** The task runs at a later time. */
        SCHEDULED,
        /** The task failed and runs again later. */
        RETRY,
        /** A limit blocks the task: its key has no capacity. */
        LIMIT,
        /** A limit blocks the task: its key is paused. */
        LIMIT_PAUSED,
        /** A limit blocks the task, and no running server checks its key. */
        LIMIT_UNCHECKED,
        /** The task waits for the turn of its key. */
        TURN,
        /** The task waits in a group. */
        GROUP,
        /** The server that ran the task died. */
        SERVER_DIED,
        /** Nothing waits: the task runs or has ended, or the queue has no waiting tasks. */
        NOTHING;

        /** @return the name of the reason in the outputs of tools, for example {@code no-server}; does not change */
        public String code() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
