package io.github.asynqee.messaging.internal.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TracerErrorsTest {

    private final Logger logger = Logger.getLogger(TracerErrors.class.getName());
    private final List<String> warnings = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            if (record.getLevel().equals(Level.WARNING)) {
                warnings.add(record.getMessage());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        logger.addHandler(handler);
    }

    @AfterEach
    void stopListening() {
        logger.removeHandler(handler);
    }

    @Test
    void a_tracer_that_fails_for_each_task_warns_once_a_minute() {
        AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1);
        TracerErrors errors = new TracerErrors(now::get);
        Exception boom = new IllegalStateException("boom");

        errors.add("task 1", boom);
        errors.add("task 2", boom);
        errors.add("task 3", boom);
        assertThat(warnings).containsExactly(
                "asynq: the trace of task 1 is incomplete: java.lang.IllegalStateException: boom");
        now.addAndGet(TracerErrors.INTERVAL.toNanos());
        errors.add("task 4", boom);

        assertThat(warnings).hasSize(2).last().asString().startsWith("asynq: the trace of task 4 is incomplete")
                .endsWith("(and 2 failures before, since the last warning)");
    }
}
