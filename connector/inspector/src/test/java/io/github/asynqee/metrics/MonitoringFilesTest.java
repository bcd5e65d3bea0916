package io.github.asynqee.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The dashboard and the alerts use metrics, labels and states that exist, and the page explains them all. */
class MonitoringFilesTest {

    private static final Path FOLDER = Path.of("../../docs/monitoring");
    private static final Pattern VARIABLE = Pattern.compile("label_values\\((.+), (\\w+)\\)");
    private static final Pattern LEGEND = Pattern.compile("\\{\\{(\\w+)}}");
    private static final Pattern ANNOTATION = Pattern.compile("\\$labels\\.(\\w+)");

    private static String read(Path file) throws IOException {
        return Files.readString(file);
    }

    private static List<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(1)).toList();
    }

    private static JsonNode dashboard() throws IOException {
        return new ObjectMapper().readTree(FOLDER.resolve("asynq-dashboard.json").toFile());
    }

    private static List<JsonNode> targets() throws IOException {
        List<JsonNode> targets = new ArrayList<>();
        dashboard().get("panels").forEach(panel -> panel.path("targets").forEach(targets::add));
        return targets;
    }

    private record Alert(String name, String text, String expression) {}

    private static List<Alert> alerts() throws IOException {
        return Arrays.stream(read(FOLDER.resolve("asynq-alerts.yml")).split("\n {6}- alert: ")).skip(1)
                .map(text -> new Alert(text.lines().findFirst().orElseThrow(), text,
                        found(Pattern.compile("(?m)^ {8}expr: (.+)$"), text).get(0)))
                .toList();
    }

    @Test
    void queries_of_the_dashboard() throws IOException {
        assertThat(targets()).hasSizeGreaterThan(45);
        List<String> problems = new ArrayList<>();
        for (JsonNode target : targets()) {
            Expression expression = new Expression(target.get("expr").asText());
            problems.addAll(expression.problems());
            found(LEGEND, target.get("legendFormat").asText()).stream()
                    .filter(label -> !expression.knownLabels().contains(label))
                    .forEach(label -> problems.add(target.get("expr").asText() + " has no label " + label));
        }
        assertThat(problems).isEmpty();
    }

    @Test
    void variables_of_the_dashboard() throws IOException {
        Set<String> names = new HashSet<>(Set.of("__rate_interval", "__all"));
        for (JsonNode variable : dashboard().get("templating").get("list")) {
            names.add(variable.get("name").asText());
            if (variable.get("type").asText().equals("query")) {
                String query = variable.get("query").get("query").asText();
                MatchResult parts = VARIABLE.matcher(query).results().findFirst().orElseThrow();
                Expression expression = new Expression(parts.group(1));
                assertThat(expression.problems()).as(query).isEmpty();
                assertThat(expression.knownLabels()).as(query).contains(parts.group(2));
            }
        }
        assertThat(names).hasSize(7);
        assertThat(names).containsAll(found(Pattern.compile("\\$\\{?(\\w+)"),
                read(FOLDER.resolve("asynq-dashboard.json"))));
    }

    @Test
    void expressions_and_texts_of_the_alerts() throws IOException {
        assertThat(alerts()).hasSizeGreaterThan(10).allSatisfy(alert -> {
            Expression expression = new Expression(alert.expression());
            assertThat(expression.problems()).as(alert.name()).isEmpty();
            assertThat(expression.knownLabels()).containsAll(found(ANNOTATION, alert.text()));
        });
    }

    /** Each alert has promtool tests in which it fires, and in which it does not. */
    @Test
    void each_alert_has_tests() throws IOException {
        String tests = read(FOLDER.resolve("asynq-alerts-test.yml"));

        assertThat(alerts()).allSatisfy(alert -> {
            assertThat(tests).containsPattern("\\{eval_time: \\w+, alertname: " + alert.name() + "}");
            assertThat(tests).containsPattern("\n +alertname: " + alert.name() + "\n +exp_alerts:\n +- exp_labels");
        });
    }

    @Test
    void every_metric_of_queues_is_on_the_dashboard() throws IOException {
        Set<String> used = new HashSet<>();
        targets().forEach(target -> used.addAll(new Expression(target.get("expr").asText()).metrics()));

        assertThat(used).containsAll(Arrays.stream(QueueMetric.values()).map(QueueMetric::metricName).toList());
    }

    @Test
    void the_page_explains_every_metric_of_queues_and_every_alert() throws IOException {
        String page = read(FOLDER.resolveSibling("monitoring.md"));

        assertThat(alerts()).allSatisfy(alert -> assertThat(page).contains("**" + alert.name() + "**"));
        assertThat(QueueMetric.values()).allSatisfy(metric -> assertThat(page)
                .contains("| `" + metric.metricName() + "` | " + metric.type().name().toLowerCase(Locale.ROOT) + " | "
                        + String.join(", ", metric.labels().stream().map(label -> "`" + label + "`").toList())));
        assertThat(alerts().stream().map(Alert::name))
                .containsAll(found(Pattern.compile("\\*\\*(Asynq\\w+)\\*\\*"), page));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '\'', value = {
            "asynq_queue_sizes; no such metric: asynq_queue_sizes",
            "rate(asynq_queue_size{qeue=\"a\"}[5m]); asynq_queue_size has no label qeue",
            "sum by (stat) (asynq_tasks_enqueued_total); no metric of the expression has the label stat",
            "max(asynq_tasks_enqueued_total{job=\"a\",state=~\"retry|arcived\"}); asynq_tasks_enqueued_total has no state arcived",
            "asynq_servers > 0 and on (job) asynq_redis_up2 == 1; no such metric: asynq_redis_up2",
            "asynq_worker_fetch_size{job=\"a\"}; no such metric: asynq_worker_fetch_size" })
    void misspelt_names_are_found(String expression, String problem) {
        assertThat(new Expression(expression).problems()).contains(problem);
    }
}
