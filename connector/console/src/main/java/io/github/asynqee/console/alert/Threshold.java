package io.github.asynqee.console.alert;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

import io.github.asynqee.console.json.Member;
import io.github.asynqee.console.json.Stored;
import io.github.asynqee.inspect.Finding.Severity;

/**
 * A limit for some queues. If several thresholds of a code match a queue, the first applies.
 *
 * @param code the measured value
 * @param queues pattern of the queues' names, with {@code *}
 * @param limit the number that must not be exceeded: tasks, milliseconds or percent
 * @param severity the severity of the finding
 */
public record Threshold(@Member(values = "queue-size|oldest-pending|failure-share") String code, String queues,
        long limit, Severity severity) {

    /** The measured value. */
    enum Kind {

        QUEUE_SIZE, OLDEST_PENDING, FAILURE_SHARE;

        String code() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        static Optional<Kind> of(String code) {
            return Stream.of(values()).filter(kind -> kind.code().equals(code)).findFirst();
        }
    }

    boolean is(Kind kind) {
        return kind.code().equals(code);
    }

    static Threshold of(Stored json) {
        return new Threshold(json.text("code"), json.text("queues"), json.number("limit"),
                Severities.of(json.text("severity")).orElse(Severity.WARNING));
    }
}
