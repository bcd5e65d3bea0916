package io.github.asynqee.server.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

/** Which faults explain that a task has run again, and which do not. */
class RepetitionTest {

    /** When the task has run first, and a lease later again. */
    private static final long FIRST = 100_000;
    private static final long SECOND = 140_000;

    private final Repetition again = Repetition.of("ran plain-1 one 100000000 two 140000123");

    @Test
    void a_line_has_both_ends() {
        assertThat(again).isEqualTo(new Repetition("ran plain-1", "one", FIRST, "two", SECOND));
    }

    @Test
    void a_server_was_killed_before_its_outcome_was_stored() {
        assertThat(again.cause(List.of(killed("two", FIRST + 5), killed("one", FIRST + 5))))
                .contains(killed("one", FIRST + 5));
    }

    @Test
    void a_kill_long_after_it_or_before_it_explains_nothing() {
        assertThat(again.cause(List.of(killed("one", FIRST - 1_000), killed("one", FIRST + 9_000),
                killed("two", SECOND + 5), fault("kill -9 of Go", "12 ms", FIRST + 5, 12)))).isEmpty();
    }

    @Test
    void an_outcome_waits_while_redis_is_away() {
        Happened away = fault("broken network", "4000 ms", FIRST - 1_000, 4_000);
        Happened killed = killed("one", FIRST + 7_500);
        assertThat(again.cause(List.of(killed))).isEmpty();
        assertThat(again.cause(List.of(away, killed))).contains(killed);
    }

    @Test
    void go_gives_up_an_outcome_that_redis_refuses() {
        Repetition ofGo = new Repetition("ran plain-1", "go", FIRST, "two", SECOND);
        Happened refused = fault("read-only replica", "700 ms", FIRST - 100, 700);
        assertThat(ofGo.cause(List.of(refused))).contains(refused);
        assertThat(ofGo.cause(List.of(fault(refused.name(), "700 ms", FIRST - 2_000, 700),
                fault(refused.name(), "700 ms", FIRST + 9_000, 700)))).isEmpty();
        assertThat(again.cause(List.of(refused))).as("of a server").isEmpty();
    }

    @Test
    void a_server_that_is_stopped_while_redis_is_away_ends_without_it() {
        Happened away = fault("kill -9 of Redis", "500 ms", FIRST - 100, 8_000);
        Happened stop = fault("redeployment", "one", FIRST + 4_000, 3_000);
        assertThat(again.cause(List.of(away, stop))).contains(stop);
        assertThat(again.cause(List.of(stop))).isEmpty();
        assertThat(again.cause(List.of(away, fault(stop.name(), "two", FIRST + 4_000, 3_000)))).isEmpty();
    }

    @Test
    void a_stopped_server_continues_what_another_one_has_run() {
        Happened stopped = fault("SIGSTOP for longer than a lease", "two, 38000 ms", FIRST, 38_000);
        assertThat(again.cause(List.of(stopped))).contains(stopped);
        assertThat(again.cause(List.of(fault(stopped.name(), "one, 38000 ms", SECOND, 38_000)))).isEmpty();
    }

    @Test
    void leases_are_over_after_a_long_outage_of_redis_only() {
        Happened outage = fault("kill -9 of Redis", "2000 ms", SECOND - 30_000, 25_000);
        assertThat(again.cause(List.of(outage))).contains(outage);
        assertThat(again.cause(List.of(fault(outage.name(), "2000 ms", SECOND - 30_000, 15_000)))).isEmpty();
    }

    @Test
    void a_master_takes_outcomes_with_it() {
        Happened lost = fault("kill -9 of the master", "800 ms", FIRST + 100, 9_000);
        assertThat(again.cause(List.of(lost))).contains(lost);
    }

    private static Happened killed(String server, long at) {
        return fault("kill -9", server, at, 20_000);
    }

    private static Happened fault(String name, String details, long begin, long millis) {
        return new Happened(name, details, begin, begin + millis);
    }
}
