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

import io.github.asynqee.bench.process.GoAsynq;
import io.github.asynqee.bench.process.OlderEngine;
import io.github.asynqee.fixtures.SomeDays;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Short runs of real subjects: checks that all workloads are measured and no task is lost, not how fast it was. */
@Tag("thorough")
@SomeDays(oneIn = 4)
class BenchSmokeIT {

    private static final List<String> QUICK = List.of("enqueue", "drain", "mixed", "sleeping", "weighted", "active",
            "redis-drain", "payload", "many-channels", "waiting", "keys");
    private static final List<String> WAITING = List.of("open-loop", "due", "idle-cost");
    private static final List<String> FETCHING = List.of("beside-idle", "shared-drain", "slow-channel", "foreign-tasks",
            "peer-schedule", "queue-latency", "idle-cost");
    /** One or two settings of each workload. */
    private static final String SETTINGS = "producers=8|^concurrency=10$|sleep=10ms|priorities|active=10$|rate=1000"
            + "|ahead=7s|queues=3|32 per call|redis=(tls|cluster)|payload=10kB|channels=100|pending|masters=2"
            + "|sleep=0ms limit=(none|2|fair) |queues=100 by pattern concurrency=50";
    private static final String FETCHING_SETTINGS = "=10 each|x 100 queues concurrency=10$|^foreign"
            + "|^queues=(1 ahead|16 concurrency)";
    /** A figure of workloads with tasks, and figures of other workloads. */
    private static final Pattern RATE = Pattern.compile(",(tasks/s|commands/s|p50-ms|redis-bytes/task),");

    @TempDir
    Path out;

    @Test
    void the_core_engine_runs_all_quick_workloads() throws IOException {
        run("--subjects", "core", "--workloads", String.join(",", QUICK) + ",pattern", "--settings", SETTINGS);

        assertOnlyValidRounds("core engine", QUICK);
        assertOnlyValidRounds("core engine", List.of("pattern"));
        assertThat(out.resolve("report.md")).content().contains("## drain", "## active", "core engine", "* Redis: ");
    }

    @Test
    void the_core_engine_enqueues_in_all_kinds_of_redis_and_drains_shards_if_redis_can_be_limited() throws IOException {
        String console = run("--subjects", "core", "--workloads", "redis-enqueue,shards",
                "--settings", "redis=|masters=2");

        assertOnlyValidRounds("core engine", List.of("redis-enqueue"));
        assertThat(out.resolve("report.md")).content()
                .contains("redis=plain", "redis=aof-always", "redis=1ms-away", "redis=sentinel");
        if (!console.contains("NOT MEASURED: Redis with a share of a core")) {
            assertOnlyValidRounds("core engine", List.of("shards"));
        }
    }

    @EnabledIfSystemProperty(named = "asynq.test.thorough", matches = "true", disabledReason = "-Pthorough runs it")
    @Test
    void the_core_engine_runs_workloads_with_pauses_and_the_ceiling_is_measured_or_reported_as_missing()
            throws IOException {
        String console = run("--subjects", "core", "--workloads", String.join(",", WAITING) + ",ceiling",
                "--settings", SETTINGS);

        assertOnlyValidRounds("core engine", WAITING);
        assertThat(console).contains("== open-loop (rounds: 1)");
        if (!console.contains("NOT MEASURED: C client")) {
            assertOnlyValidRounds("C client", List.of("ceiling"));
        }
    }

    @EnabledIfSystemProperty(named = "asynq.test.thorough", matches = "true", disabledReason = "-Pthorough runs it")
    @Test
    void the_core_engine_and_an_older_build_run_all_workloads_about_fetching() throws Exception {
        System.setProperty("bench.before", OlderEngine.in(out.resolve("older")).toString());
        try {
            run("--set", "fetching", "--workloads", String.join(",", FETCHING), "--settings", FETCHING_SETTINGS,
                    "--rounds", "1");
        } finally {
            System.clearProperty("bench.before");
        }

        assertOnlyValidRounds("core engine,", FETCHING);
        assertOnlyValidRounds("core engine, before", FETCHING);
        assertThat(out.resolve("report.md")).content().contains("| core engine | before | after | after / before |");
        assertThat(out.resolve("before-after.csv")).content()
                .contains("queue-latency,queues=16 concurrency=10 pause=50ms,");
    }

    @EnabledIfSystemProperty(named = "asynq.test.thorough", matches = "true", disabledReason = "-Pthorough runs it")
    @ParameterizedTest
    @ValueSource(strings = { "liberty", "wildfly" })
    void the_connector_on_a_server_enqueues_and_drains(String server) throws IOException {
        Path home = Path.of(System.getProperty("bench." + server, "no folder"));
        Assumptions.assumeTrue(Files.isDirectory(home), server + " is not provisioned in " + home);

        List<String> sure = List.of("sending", "inbox", "durability", "tracing", "calls");
        run("--subjects", server, "--workloads", "enqueue,drain," + String.join(",", sure),
                "--settings", SETTINGS + "|transactional=outbox|inbox=h2|durability=replica|telemetry=on|by=call");

        assertOnlyValidRounds("connector in ", List.of("enqueue", "drain"));
        assertOnlyValidRounds("connector in ", sure);
    }

    @Test
    void go_asynq_is_measured_or_reported_as_missing() throws IOException {
        Assumptions.assumeTrue(Boolean.getBoolean("bench.go"), "only with -Pinterop");

        String console = run("--subjects", "core,go", "--workloads", String.join(",", QUICK), "--settings", SETTINGS);

        if (console.contains("NOT MEASURED: " + GoAsynq.NAME)) {
            assertThat(out.resolve("report.md")).content().contains("NOT MEASURED", GoAsynq.NAME);
        } else {
            assertOnlyValidRounds(GoAsynq.NAME, QUICK);
        }
    }

    /** One round with few tasks. */
    private String run(String... more) {
        List<String> options = new ArrayList<>(
                List.of("--rounds", "1", "--scale", "0.01", "--out", out.toString(), "--java-options", "-Xms64m"));
        options.addAll(List.of(more));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int exit = Bench.run(options, new PrintStream(bytes, true, StandardCharsets.UTF_8));
        String console = bytes.toString(StandardCharsets.UTF_8);
        System.out.println(console);
        assertThat(exit).as(console).isZero();
        return console;
    }

    private void assertOnlyValidRounds(String subject, List<String> workloads) throws IOException {
        String lines = Files.readString(out.resolve("measurements.csv"));
        for (String workload : workloads) {
            assertThat(lines.lines().filter(line -> line.startsWith(workload + ",") && line.contains(subject)))
                    .as(workload + " of " + subject)
                    .isNotEmpty()
                    .allMatch(line -> line.endsWith(","), "no fault in the last column")
                    .anyMatch(RATE.asPredicate());
        }
    }
}
