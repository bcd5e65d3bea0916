package io.github.asynqee.internal.outage;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FailureLogTest {

    private final RecordedLog log = new RecordedLog(FailureLogTest.class);
    private final FailureLog failures = new FailureLog(System.getLogger(FailureLogTest.class.getName()));

    @AfterEach
    void close() {
        log.close();
    }

    private void fail(String subject, Throwable error) {
        failures.failed(subject, error, () -> subject + ": " + error.getMessage());
    }

    private static BrokerException refused(String command, String reply) {
        return new BrokerException("Redis refused " + command + ": " + reply, new RuntimeException(reply));
    }

    @Test
    void a_cause_is_logged_once_until_a_success_for_any_command() {
        fail("low", refused("DONE 1", "NOPERM"));
        fail("low", refused("DONE 2", "NOPERM"));
        fail("high", refused("DONE 3", "NOPERM"));
        fail("low", refused("DONE 4", "WRONGTYPE"));
        failures.succeeded("low");
        failures.succeeded("other");
        fail("low", refused("DONE 5", "WRONGTYPE"));
        fail("high", refused("DONE 6", "NOPERM"));

        assertThat(log.lines()).containsExactly("low: Redis refused DONE 1: NOPERM",
                "high: Redis refused DONE 3: NOPERM", "low: Redis refused DONE 4: WRONGTYPE",
                "low: Redis refused DONE 5: WRONGTYPE");
    }

    @Test
    void what_follows_from_an_outage_or_from_refused_writes_is_not_logged_here() {
        fail("low", new BrokerUnavailableException("refused", null));
        fail("low", new AmbiguousResultException("no answer", null));
        fail("low", new WritesRefusedException("OOM", null));
        assertThat(log.lines()).isEmpty();

        fail("low", new IllegalStateException());

        assertThat(log.lines()).containsExactly("low: null");
    }
}
