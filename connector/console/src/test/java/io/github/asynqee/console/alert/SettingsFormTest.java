package io.github.asynqee.console.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.asynqee.console.json.Body;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.inspect.Finding.Severity;
import org.junit.jupiter.api.Test;

class SettingsFormTest {

    private static AlertSettings read(String text) {
        return SettingsForm.read(Body.of(text.replace('\'', '"'), SettingsForm.MEMBERS));
    }

    private static String threshold(String limit) {
        return "{'thresholds':[{'code':'failure-share','queues':'*','limit':" + limit + "}]}";
    }

    @Test
    void what_is_absent_or_null_has_its_default() {
        for (String text : List.of("{}", "{'minSeverity':null,'holdMs':null,'reminderMs':null,'off':null,"
                + "'thresholds':null}")) {
            assertThat(read(text)).isEqualTo(AlertSettings.DEFAULT);
        }
    }

    @Test
    void the_limits_themselves_are_allowed() {
        AlertSettings settings = read("{'minSeverity':'info','holdMs':86400000,'reminderMs':2592000000,'off':['clock'],"
                + "'thresholds':[{'code':'queue-size','queues':'a*','limit':9223372036854775807,'severity':null}]}");

        assertThat(settings).isEqualTo(new AlertSettings(0, Severity.INFO, Duration.ofDays(1), Duration.ofDays(30),
                List.of("clock"), List.of(new Threshold("queue-size", "a*", Long.MAX_VALUE, Severity.WARNING)),
                List.of()));
        assertThat(read(threshold("100")).thresholds()).hasSize(1);
    }

    @Test
    void what_is_logged_is_what_was_understood_and_not_the_body() {
        String text = "{'off':['clock']," + " ".repeat(5_000) + "'minSeverity':'info'}";

        assertThat(read(text).described())
                .startsWith("minSeverity \"info\", holdMs 60000, reminderMs 0, off [\"clock\"], ")
                .contains("\"failure-share\"").hasSizeLessThan(300);
    }

    /** None of them may end in an error of the server. */
    @Test
    void what_is_wrong_is_named() {
        String thresholds = "{'thresholds':[" + "{'code':'queue-size','queues':'a','limit':1},".repeat(50)
                + "{'code':'queue-size','queues':'a','limit':1}]}";
        Map<String, String> refused = Map.ofEntries(Map.entry("{'off':'clock'}", "a list"),
                Map.entry("{'off':[null]}", "a list of texts"), Map.entry("{'off':['x']}", "no finding"),
                Map.entry("{'off':['clock'" + ",'clock'".repeat(100) + "]}", "100 codes that are off"),
                Map.entry("{'thresholds':{}}", "a list"), Map.entry("{'thresholds':[null]}", "a list of objects"),
                Map.entry("{'thresholds':[[]]}", "a list of objects"), Map.entry("{'thresholds':[{}]}", "missing"),
                Map.entry("{'thresholds':[{'x':1}]}", "unknown member"), Map.entry(thresholds, "50 thresholds"),
                Map.entry(threshold("null"), "limit"), Map.entry(threshold("101"), "limit"),
                Map.entry(threshold("-1"), "limit"), Map.entry(threshold("'1'"), "whole number"),
                Map.entry(threshold("1e400"), "whole number"), Map.entry(threshold("9223372036854775808"), "smaller"),
                Map.entry(threshold("1").replace("'*'", "'" + "a".repeat(201) + "'"), "200 characters"),
                Map.entry("{'minSeverity':'INFO'}", "error, warning or info"),
                Map.entry("{'holdMs':86400001}", "a day"),
                Map.entry("{'reminderMs':299999}", "5 minutes"), Map.entry("{'reminderMs':2592000001}", "30 days"));

        refused.forEach((text, part) -> assertThatThrownBy(() -> read(text)).as(text)
                .isInstanceOf(ProblemException.class).hasMessageContaining(part));
    }
}
