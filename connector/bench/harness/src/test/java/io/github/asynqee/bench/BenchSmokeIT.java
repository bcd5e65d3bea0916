package io.github.asynqee.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import io.github.asynqee.bench.process.GoContenders;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real contenders in short runs: whether all is measured and no task lost, not how fast it was. */
class BenchSmokeIT {

    private static final List<String> QUICK = List.of("enqueue", "drain", "mixed", "sleeping", "weighted", "payload",
            "active");

    private static final List<String> FETCHING = List.of("beside-idle", "shared-drain", "slow-channel", "hoarding",
            "foreign-tasks", "peer-schedule", "queue-latency", "idle-cost");

    private static final List<String> WAITING = List.of("open-loop", "due", "network-1ms", "idle-cost");
    /** One or two settings of each workload. */
    private static final String SETTINGS = "producers=8|^concurrency=10$|sleep=10ms|priorities|payload=64KB|active=10$"
            + "|rate=1000|ahead=7s|queues=3|32 per call";
    /** Some settings of each workload that is about how tasks are found and taken. */
    private static final String FETCHING_SETTINGS = "=10 each|x 100 queues concurrency=10$|^workers|^foreign"
            + "|^queues=(1 ahead|16 concurrency)";
    /** What a workload has that counts tasks, and what one has in which there are none. */
    private static final Pattern RATE = Pattern.compile(",(tasks/s|commands/s|p50-ms),");

    @TempDir
    Path out;

    @Test
    void the_core_engine_does_all_quick_workloads() throws IOException {
        run("--contenders", "core", "--workloads", String.join(",", QUICK), "--settings", SETTINGS);

        assertThatEachHasOnlyValidRounds("core engine", QUICK);
        assertThat(out.resolve("report.md")).content().contains("## drain", "## active", "core engine", "* Redis: ");
    }

    @Test
    void the_core_engine_does_workloads_in_which_it_waits_and_the_ceiling_is_measured_or_it_is_said_why_not()
            throws IOException {
        String console = run("--contenders", "core", "--workloads", String.join(",", WAITING) + ",ceiling,delayqueue",
                "--settings", SETTINGS);

        assertThatEachHasOnlyValidRounds("core engine", WAITING);
        assertThat(console).contains("Order: open-loop (rounds: 1), ", "Left out", ": delayqueue");
        if (!console.contains("NOT MEASURED: C client")) {
            assertThatEachHasOnlyValidRounds("C client", List.of("ceiling"));
        }
    }

    @Test
    void the_core_engine_and_an_older_one_do_all_workloads_about_fetching() throws Exception {
        System.setProperty("bench.before", OlderEngine.in(out.resolve("older")).toString());
        try {
            run("--set", "fetching", "--workloads", String.join(",", FETCHING), "--settings", FETCHING_SETTINGS,
                    "--rounds", "1");
        } finally {
            System.clearProperty("bench.before");
        }

        assertThatEachHasOnlyValidRounds("core engine,", FETCHING);
        assertThatEachHasOnlyValidRounds("core engine, before", FETCHING);
        assertThat(out.resolve("report.md")).content().contains("| core engine | before | after | after / before |");
        assertThat(out.resolve("before-after.csv")).content()
                .contains("queue-latency,queues=16 concurrency=10 pause=50ms,");
    }

    @EnabledIfSystemProperty(named = "asynq.test.thorough", matches = "true", disabledReason = "-Pthorough runs it")
    @ParameterizedTest
    @ValueSource(strings = { "liberty", "wildfly" })
    void the_connector_on_a_server_enqueues_and_drains(String server) throws IOException {
        Path home = Path.of(System.getProperty("bench." + server, "no folder"));
        if (!Files.isDirectory(home)) {
            System.err.println("\n!!! NO BENCHMARK ON " + server + ": it is not provisioned in " + home + "\n");
        }
        Assumptions.assumeTrue(Files.isDirectory(home), server + " is not provisioned in " + home);

        run("--contenders", server, "--workloads", "enqueue,drain", "--settings", SETTINGS);

        assertThatEachHasOnlyValidRounds("connector in ", List.of("enqueue", "drain"));
    }

    @Test
    void contenders_in_Go_are_measured_or_it_is_said_why_not() throws IOException {
        Assumptions.assumeTrue(Boolean.getBoolean("bench.go"), "only with -Pinterop");
        List<String> workloads = new ArrayList<>(QUICK);
        workloads.add("drain-tuned");

        String console = run("--contenders", "go", "--workloads", String.join(",", workloads),
                "--settings", SETTINGS);

        assertThatEachHasOnlyValidRounds(GoContenders.STAND_IN.title(), workloads);
        String asynq = GoContenders.ASYNQ.title();
        assertThat(lines().contains(asynq) || console.contains("NOT MEASURED: " + asynq)).isTrue();
    }

    /** One round, with few tasks. */
    private String run(String... more) {
        List<String> options = new ArrayList<>(
                List.of("--rounds", "1", "--scale", "0.01", "--out", out.toString(), "--java-options", "-Xms64m"));
        options.addAll(List.of(more));
        ByteArrayOutputStream console = new ByteArrayOutputStream();
        int exit = Bench.run(options, new PrintStream(console, true, StandardCharsets.UTF_8));
        String said = console.toString(StandardCharsets.UTF_8);
        System.out.println(said);
        assertThat(exit).as(said).isZero();
        return said;
    }

    private void assertThatEachHasOnlyValidRounds(String contender, List<String> workloads) throws IOException {
        for (String workload : workloads) {
            assertThat(lines().lines().filter(line -> line.startsWith(workload + ",") && line.contains(contender)))
                    .as(workload + " of " + contender)
                    .isNotEmpty()
                    .allMatch(line -> line.endsWith(","), "no fault in the last column")
                    .anyMatch(RATE.asPredicate());
        }
    }

    private String lines() throws IOException {
        return Files.readString(out.resolve("measurements.csv"));
    }
}
