package io.github.asynqee.console.alert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import io.github.asynqee.console.alert.AlertConditions.Absence;
import io.github.asynqee.console.view.QueueRow;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.Finding.Severity;
import org.junit.jupiter.api.Test;

class AlertConditionsTest {

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    private static final SampleCoverage ALL = (code, queue, since) -> true;

    private final AlertConditions conditions = new AlertConditions();

    private static QueueRow queue(String name, long pending, long latencyMs, long processed, long failed) {
        return new QueueRow(name, "run", pending, 0, 0, 0, 0, 0, 0, 0, 0, 0, pending, 0, Duration.ofMillis(latencyMs),
                0,
                0,
                processed, failed, 1, NOW);
    }

    private static AlertSettings settings(Severity min, List<String> off, Threshold... thresholds) {
        return new AlertSettings(1, min, Duration.ZERO, Duration.ZERO, off, List.of(thresholds), List.of());
    }

    private static Threshold limit(String code, String queues, long limit) {
        return new Threshold(code, queues, limit, Severity.WARNING);
    }

    private static Finding finding(Severity severity, String code, String queue) {
        return new Finding(severity, code, queue, "found " + code, "do something");
    }

    private List<String> of(Sample sample, AlertSettings settings) {
        return conditions.of(sample, settings).stream().map(each -> each.code() + " " + each.queue()).toList();
    }

    @Test
    void the_first_threshold_whose_pattern_matches_counts() {
        AlertSettings settings = settings(Severity.INFO, List.of(), limit("queue-size", "mail.*", 100),
                limit("queue-size", "*", 10), limit("oldest-pending", "news", 60_000));
        Sample sample = new Sample(NOW, List.of(queue("mail.eu", 100, 0, 0, 0), queue("mail", 11, 90_000, 0, 0),
                queue("mailXeu", 10, 0, 0, 0), queue("news", 10, 60_001, 0, 0)), List.of(), ALL);

        assertThat(of(sample, settings)).containsExactly("queue-size mail", "oldest-pending news");
    }

    @Test
    void findings_below_the_severity_and_those_switched_off_are_left_out() {
        Sample sample = new Sample(NOW, List.of(), List.of(finding(Severity.WARNING, "latency", "a"),
                finding(Severity.ERROR, "eviction", ""), finding(Severity.INFO, "paused", "a"),
                finding(Severity.WARNING, "no-aof", "")), ALL);

        assertThat(of(sample, settings(Severity.WARNING, List.of("no-aof")))).containsExactly("eviction ", "latency a");
        assertThat(of(sample, settings(Severity.ERROR, List.of()))).containsExactly("eviction ");
    }

    @Test
    void a_failure_share_is_that_of_the_last_minutes() {
        AlertSettings settings = settings(Severity.INFO, List.of(), limit("failure-share", "*", 50));
        List<String> found = new ArrayList<>();
        long[][] counters = { { 1_000, 900 }, { 1_019, 919 }, { 1_040, 920 }, { 1_080, 960 }, { 2_000, 960 } };
        for (int i = 0; i < counters.length; i++) {
            found.add(of(new Sample(NOW.plusSeconds(60L * i),
                    List.of(queue("q", 0, 0, counters[i][0], counters[i][1])), List.of(), ALL), settings).toString());
        }
        // 19 attempts are too few; 20 of 40 are not more than 50%; 60 of 80 are; 60 of 1000 are not
        assertThat(found).containsExactly("[]", "[]", "[]", "[failure-share q]", "[]");
    }

    @Test
    void older_failures_do_not_count() {
        AlertSettings settings = settings(Severity.INFO, List.of(), limit("failure-share", "*", 50));
        List<String> found = new ArrayList<>();
        long[][] counters = { { 0, 0, 0 }, { 60, 100, 100 }, { 3_600, 140, 100 } };
        for (long[] each : counters) {
            found.add(of(
                    new Sample(NOW.plusSeconds(each[0]), List.of(queue("q", 0, 0, each[1], each[2])), List.of(), ALL),
                    settings).toString());
        }
        assertThat(found).as("71% of all attempts, none of the last 40").containsExactly("[]", "[failure-share q]",
                "[]");
    }

    @Test
    void one_condition_for_each_code_and_queue_and_one_for_many_queues() {
        List<Finding> found = new ArrayList<>(List.of(
                new Finding(Severity.WARNING, "unhandled-type", "a", "type \"x\"", "deploy"),
                new Finding(Severity.ERROR, "unhandled-type", "a", "type \"y\"", "deploy")));
        for (int i = 0; i <= AlertConditions.MAX_QUEUES; i++) {
            found.add(finding(Severity.ERROR, "queue-without-server", "q" + i));
        }

        List<Finding> merged = conditions.of(new Sample(NOW, List.of(), found, ALL), AlertSettings.DEFAULT);

        assertThat(merged).containsExactlyInAnyOrder(
                new Finding(Severity.ERROR, "unhandled-type", "a", "type \"x\"; type \"y\"", "deploy"),
                new Finding(Severity.ERROR, "queue-without-server", "*",
                        "21 queues, among them q0, q1, q2, q3, q4: found queue-without-server", "do something"));
    }

    @Test
    void a_condition_of_many_queues_has_the_sum_of_their_tasks_and_the_longest_of_their_times() {
        List<Finding> found = new ArrayList<>();
        for (int i = 0; i <= AlertConditions.MAX_QUEUES; i++) {
            found.add(new Finding(Severity.ERROR, "queue-without-server", "q" + i, "no server, tasks: " + i, "do"));
            found.add(new Finding(Severity.WARNING, "latency", "q" + i, "pending for " + i + " s", "do"));
            found.add(new Finding(Severity.WARNING, "archive-full", "q" + i, "the archive has " + i + " of 9 tasks",
                    "do"));
        }

        assertThat(conditions.of(new Sample(NOW, List.of(), found, ALL), AlertSettings.DEFAULT))
                .extracting(each -> each.message().replaceFirst(".*q4: ", "")).containsExactlyInAnyOrder(
                        "no server, tasks: 210", "pending for up to 20 s", "the archive has…");
    }

    /** A scheduler with 1,000 entries ends: each of them is a finding of the same queue. */
    @Test
    void a_condition_of_many_findings_is_short_enough_to_be_sent() {
        List<Finding> found = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            found.add(new Finding(Severity.ERROR, "missed-run", "a", "entry " + i + " \"0 3 * * *\" was missed",
                    "start it"));
        }

        List<Finding> merged = conditions.of(new Sample(NOW, List.of(), found, ALL), AlertSettings.DEFAULT);

        assertThat(merged).singleElement().satisfies(condition -> assertThat(condition.message())
                .hasSizeBetween(900, 1_010).startsWith("entry 0 ").endsWith("; and more"));
    }

    /** A queue's name may contain asterisks. It is still one queue with one page. */
    @Test
    void only_a_sum_is_about_many_queues() {
        List<Finding> found = new ArrayList<>(List.of(finding(Severity.ERROR, "latency", "mail-*{eu}"),
                finding(Severity.ERROR, "latency", "*")));
        for (int i = 0; i <= AlertConditions.MAX_QUEUES; i++) {
            found.add(finding(Severity.ERROR, "queue-without-server", "q" + i + "\n"));
        }

        assertThat(conditions.of(new Sample(NOW, List.of(), found, ALL), AlertSettings.DEFAULT))
                .filteredOn(each -> AlertConditions.isSum(Incident.seen("i", each, NOW))).singleElement()
                .satisfies(sum -> assertThat(sum.code()).isEqualTo("queue-without-server"));
    }

    @Test
    void those_that_a_silence_covers_are_summed_by_themselves() {
        List<Finding> found = new ArrayList<>(List.of(finding(Severity.WARNING, "latency", "mails")));
        for (int i = 0; i <= AlertConditions.MAX_QUEUES; i++) {
            found.add(finding(Severity.WARNING, "latency", "billing-" + i));
        }
        AlertSettings settings = AlertSettings.DEFAULT.with(1, List.of(new Silence("s", null, "billing-*",
                NOW.plusSeconds(60), "maintenance", "ann", NOW)));

        assertThat(of(new Sample(NOW, List.of(), found, ALL), settings)).containsExactlyInAnyOrder("latency mails",
                "latency billing-*");
        assertThat(settings.silence("latency", "billing-*", NOW)).isPresent();
        assertThat(settings.silence("latency", "mails", NOW)).isEmpty();
        assertThat(of(new Sample(NOW.plusSeconds(60), List.of(), found, ALL), settings)).containsExactly("latency *");
    }

    @Test
    void a_share_of_failures_that_is_not_known_yet_is_no_end() {
        AlertSettings settings = settings(Severity.INFO, List.of(), limit("failure-share", "*", 50));
        Incident open = Incident.seen("i", finding(Severity.WARNING, "failure-share", "q"), NOW);
        List<Absence> absences = new ArrayList<>();
        for (int second : new int[]{ 0, 60, 300 }) {
            of(new Sample(NOW.plusSeconds(second), List.of(queue("q", 0, 0, 100, 100)), List.of(), ALL), settings);
            absences.add(conditions.absence(open, settings));
        }
        assertThat(absences).containsExactly(Absence.UNKNOWN, Absence.UNKNOWN, Absence.CERTAIN);
    }

    @Test
    void all_codes_of_the_documentation_are_known() throws IOException {
        Pattern row = Pattern.compile("\\| `([a-z-]+)` \\| (ERROR|WARNING|INFO).*");
        List<String> documented = new ArrayList<>();
        for (String page : List.of("operating.md", "console-deployment.md")) {
            Files.readAllLines(Path.of("../../docs", page)).stream().map(row::matcher).filter(each -> each.matches())
                    .forEach(each -> documented.add(each.group(1)));
        }
        assertThat(documented).containsExactlyInAnyOrderElementsOf(AlertCodes.ALL);
    }
}
