package io.github.asynqee.internal.outage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OutageLogTest {

    private final RecordedLog log = new RecordedLog(OutageLog.class);
    private final Set<String> used = new HashSet<>(List.of("a:1", "b:1"));
    private long now = Long.MAX_VALUE - 5;
    private final OutageLog outages = new OutageLog("redis://host", used::contains, () -> now);

    @AfterEach
    void close() {
        log.close();
    }

    private void pass(long millis) {
        now += TimeUnit.MILLISECONDS.toNanos(millis);
    }

    @Test
    void without_a_connection_an_outage_begins_at_once_and_is_logged_once() {
        outages.addWaitingOutcomes(() -> 3);
        outages.addWaitingOutcomes(() -> 4);
        outages.failed("", true, "refused");
        pass(12_000);
        outages.failed("", true, "refused");
        outages.failed("", false, "broken");
        outages.succeeded("");
        outages.succeeded("");

        assertThat(log.lines(Level.WARNING)).singleElement().asString()
                .startsWith("Redis redis://host cannot be reached: refused. ");
        assertThat(log.lines(Level.INFO)).containsExactly(
                "Redis redis://host can be reached again after 12 s; outcomes waiting to be written: 7");
    }

    /** For example a log that opens a file while there are no free file descriptors. */
    @Test
    void a_log_that_fails_fails_no_command() {
        Handler broken = new StreamHandler() {
            @Override
            public void publish(LogRecord line) {
                throw new NoClassDefFoundError("no file");
            }
        };
        Logger logger = Logger.getLogger(OutageLog.class.getName());
        logger.addHandler(broken);
        try {
            outages.failed("", true, "refused");
            outages.succeeded("");
        } finally {
            logger.removeHandler(broken);
        }

        assertThat(outages.isAnyFailing()).isFalse();
    }

    @Test
    void a_connection_that_breaks_is_no_outage_if_the_next_one_works() {
        for (int i = 0; i < 10; i++) {
            outages.failed("", false, "broken");
            pass(999);
            outages.failed("", false, "broken");
            outages.succeeded("");
        }

        assertThat(log.lines()).isEmpty();
    }

    @Test
    void failures_without_a_success_for_a_second_are_an_outage() {
        outages.failed("", false, "no answer");
        pass(1_000);
        outages.failed("", false, "no answer");

        assertThat(log.lines(Level.WARNING)).hasSize(1);
    }

    @Test
    void each_outage_of_each_node_is_logged() {
        outages.failed("a:1", true, "refused");
        outages.succeeded("b:1");
        outages.failed("b:1", true, "refused");
        outages.succeeded("a:1");
        outages.succeeded("b:1");
        outages.failed("a:1", true, "refused");

        assertThat(log.lines(Level.WARNING)).hasSize(3)
                .allMatch(line -> line.matches("Node [ab]:1 of Redis redis://host cannot be reached: refused.*"));
        assertThat(log.lines(Level.INFO)).hasSize(2);
    }

    @Test
    void a_connection_that_comes_and_goes_is_logged_once_more_until_it_stays() {
        for (int i = 0; i < 100; i++) {
            outages.failed("", true, "refused");
            pass(500);
            outages.succeeded("");
            pass(500);
        }
        assertThat(log.lines(Level.WARNING)).hasSize(2);
        assertThat(log.lines(Level.INFO)).hasSize(1);

        pass(13_999);
        outages.succeeded("");
        assertThat(log.lines(Level.INFO)).hasSize(1);
        pass(1);
        outages.succeeded("");
        assertThat(log.lines(Level.INFO)).hasSize(2).last().asString().contains("can be reached again after 113 s");
        assertThat(outages.isAnyFailing()).isFalse();
    }

    @Test
    void after_a_quiet_minute_an_outage_ends_at_once_again() {
        for (int i = 0; i < 2; i++) {
            outages.failed("", true, "refused");
            outages.succeeded("");
            pass(60_000);
        }
        assertThat(log.lines(Level.INFO)).hasSize(2);
    }

    @Test
    void an_outage_ends_when_a_fail_over_has_replaced_the_node() {
        outages.failed("a:1", true, "refused");
        outages.succeeded("b:1");
        assertThat(log.lines(Level.INFO)).isEmpty();

        used.remove("a:1");
        pass(1_000);
        outages.succeeded("b:1");
        pass(1_000);
        outages.succeeded("b:1");

        assertThat(log.lines(Level.INFO)).singleElement().asString()
                .startsWith("Node a:1 of Redis redis://host was replaced by other nodes after 1 s");
    }
}
