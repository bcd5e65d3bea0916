package io.github.asynqee.internal.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import io.github.asynqee.internal.broker.MemberSettlement;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.worker.FailureLogging;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FailedAttemptLogTest {

    private static final TaskMessage TASK = TaskMessage.builder("email:welcome", "t1", "low").maxRetry(3).retried(1)
            .build();
    private static final Exception BOOM = new IllegalStateException("boom\nand {0} more");
    private static final Outcome ARCHIVE = new Outcome.Archive("boom");
    private static final String BEGIN = "task t1 of type \"email:welcome\" in queue low: attempt 2 of 4 failed, ";
    private static final String END = ": java.lang.IllegalStateException: boom and {0} more (FailedAttemptLogTest.java:"
            + BOOM.getStackTrace()[0].getLineNumber() + ")";

    private final Logger logger = Logger.getLogger("io.github.asynqee.failures");
    private final List<LogRecord> records = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            records.add(record);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        handler.setLevel(Level.ALL);
        logger.addHandler(handler);
    }

    @AfterEach
    void stopListening() {
        logger.removeHandler(handler);
        logger.setLevel(null);
    }

    private LogRecord logged(Outcome outcome, FailureLogging logging) {
        FailedAttemptLog.log(TASK, BOOM, outcome, logging);
        assertThat(records).hasSize(1);
        return records.remove(0);
    }

    @Test
    void one_line_names_task_attempt_outcome_and_error() {
        Instant at = Instant.parse("2030-01-01T00:00:00.5Z");

        LogRecord archived = logged(ARCHIVE, FailureLogging.SUMMARY);
        assertThat(archived.getMessage()).isEqualTo(BEGIN + "archived" + END);
        assertThat(archived.getLevel()).isEqualTo(Level.WARNING);
        assertThat(archived.getThrown()).isNull();
        LogRecord retried = logged(new Outcome.Retry(at, "boom", true), FailureLogging.SUMMARY);
        assertThat(retried.getMessage()).isEqualTo(BEGIN + "retried at 2030-01-01T00:00:00Z" + END);
        assertThat(retried.getLevel()).isEqualTo(Level.INFO);
        assertThat(logged(new Outcome.Retry(at, "boom", false), FailureLogging.SUMMARY).getMessage())
                .isEqualTo(BEGIN + "not counted, retried at 2030-01-01T00:00:00Z" + END);
        assertThat(logged(new Outcome.Revoke(), FailureLogging.SUMMARY).getMessage())
                .isEqualTo(BEGIN + "revoked" + END);
    }

    @Test
    void the_stack_trace_is_logged_for_debugging_or_if_wanted() {
        assertThat(logged(ARCHIVE, FailureLogging.STACK).getThrown()).isSameAs(BOOM);

        logger.setLevel(Level.FINE);
        FailedAttemptLog.log(TASK, BOOM, ARCHIVE, FailureLogging.SUMMARY);

        assertThat(records).extracting(LogRecord::getThrown).containsExactly(null, BOOM);
        assertThat(records.get(1).getLevel()).isEqualTo(Level.FINE);
    }

    @Test
    void a_failed_group_is_one_line_that_names_its_archived_tasks() {
        Outcome retry = new Outcome.Retry(Instant.EPOCH, "boom", true);

        FailedAttemptLog.log("digest", "low", BOOM,
                List.of(new MemberSettlement(TASK, retry), new MemberSettlement(TASK, ARCHIVE),
                        new MemberSettlement(TASK, retry)),
                FailureLogging.SUMMARY);

        assertThat(records).singleElement().satisfies(record -> {
            assertThat(record.getLevel()).isEqualTo(Level.WARNING);
            assertThat(record.getMessage()).isEqualTo(
                    "group \"digest\" in queue low: attempt with 3 tasks failed, 1 archived (t1), 2 retried" + END);
        });
    }

    @Test
    void names_from_outside_do_not_begin_another_line() {
        TaskMessage hostile = TaskMessage.builder("mail\r\nERROR a line of its own", "1\u2028\u001b[2J", "low").build();

        FailedAttemptLog.log(hostile, BOOM, ARCHIVE, FailureLogging.SUMMARY);
        FailedAttemptLog.log("g\n1", "low", BOOM, List.of(new MemberSettlement(hostile, ARCHIVE)),
                FailureLogging.SUMMARY);

        assertThat(records).extracting(LogRecord::getMessage).containsExactly(
                "task 1\\u2028\\u001b[2J of type \"mail\\u000d\\u000aERROR a line of its own\" in queue low: attempt 1 of "
                        + (hostile.maxRetry() + 1) + " failed, archived" + END,
                "group \"g\\u000a1\" in queue low: attempt with 1 tasks failed, 1 archived (1\\u2028\\u001b[2J)" + END);
    }

    @Test
    void an_exception_without_a_text_does_not_keep_its_task_from_being_settled() {
        Exception broken = new Exception() {
            private static final long serialVersionUID = 1L;

            @Override
            public String toString() {
                throw new IllegalStateException("no text");
            }
        };

        FailedAttemptLog.log(TASK, broken, ARCHIVE, FailureLogging.SUMMARY);

        assertThat(records).singleElement().extracting(LogRecord::getMessage).asString()
                .endsWith("archived: " + broken.getClass().getName());
    }

    @Test
    void the_cause_is_named_and_the_text_has_an_end() {
        Exception inner = new NumberFormatException("no number");
        FailedAttemptLog.log(TASK, new IllegalStateException("outer", new RuntimeException("between", inner)), ARCHIVE,
                FailureLogging.SUMMARY);
        FailedAttemptLog.log(TASK, new IllegalStateException("x".repeat(300_000)), ARCHIVE, FailureLogging.SUMMARY);

        assertThat(records.get(0).getMessage()).endsWith("archived: java.lang.IllegalStateException: outer, caused by "
                + "java.lang.NumberFormatException: no number (FailedAttemptLogTest.java:"
                + inner.getStackTrace()[0].getLineNumber() + ")");
        assertThat(records.get(1).getMessage()).hasSizeLessThan(2_300).contains("xxx… (FailedAttemptLogTest.java:");
    }

    @Test
    void logging_can_be_disabled() {
        FailedAttemptLog.log(TASK, BOOM, ARCHIVE, FailureLogging.NONE);

        assertThat(records).isEmpty();
    }
}
