package io.github.asynqee.messaging.internal.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.TaskOptions;
import io.github.asynqee.Uniqueness;
import io.github.asynqee.Uniqueness.OnDuplicate;
import io.github.asynqee.Uniqueness.Until;
import io.github.asynqee.messaging.MapConfig;
import io.github.asynqee.messaging.internal.config.property.ConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UniqueAttributesTest {

    private static final String OUT = "mp.messaging.outgoing.send.";
    private static final String APP = "mp.messaging.connector.asynq.";

    @Test
    void without_attributes_no_task_is_unique() {
        assertThat(read().uniqueKey()).isNull();
        assertThat(read().defaults().uniqueFor()).isNull();
        assertThat(read().defaults().uniqueness()).isEqualTo(Uniqueness.NONE);
    }

    @Test
    void scope_policy_and_key_are_read() {
        OutgoingConfig config = read(OUT + "unique-for", "1h", OUT + "unique-until", "start", OUT + "on-duplicate",
                "join", OUT + "unique-key", "json:/order/id");

        assertThat(config.defaults().uniqueFor()).isEqualTo(Duration.ofHours(1));
        assertThat(config.defaults().uniqueness()).isEqualTo(new Uniqueness(null, Until.START, OnDuplicate.JOIN));
        assertThat(config.uniqueKey()).isEqualTo("json:/order/id");
        assertThat(read(APP + "unique-for", "1h", OUT + "unique-key", "header:order").uniqueKey())
                .isEqualTo("header:order");
        assertThat(read(OUT + "unique-for", "1h", OUT + "unique-key", "payload").uniqueKey()).isNull();
        assertThat(read(OUT + "unique-for", "1h", OUT + "unique-key", "type").uniqueKey()).isEqualTo("type");
    }

    @Test
    void debounce_and_throttle_are_those_of_tasks_and_take_the_place_of_the_connectors_times() {
        assertThat(read(OUT + "debounce", "5s", APP + "unique-for", "1h", APP + "process-in", "1m").defaults())
                .isEqualTo(TaskOptions.builder().queue("default").debounce(Duration.ofSeconds(5)).build());
        assertThat(read(OUT + "throttle", "1m", APP + "unique-for", "1h", OUT + "on-duplicate", "join").defaults())
                .isEqualTo(TaskOptions.builder().queue("default").throttle(Duration.ofMinutes(1))
                        .uniqueness(new Uniqueness(null, null, OnDuplicate.JOIN)).build());
    }

    @ParameterizedTest
    @ValueSource(strings = { "queue", "order", "header:", "json:", "json:order", "json:/" })
    void a_key_that_is_none_is_refused(String key) {
        assertThat(problem(OUT + "unique-for", "1h", OUT + "unique-key", key)).isEqualTo("asynq: " + OUT + "unique-key="
                + key + " is invalid: it must be payload, type, header:<name> or json:/<member>/…");
    }

    @ParameterizedTest
    @CsvSource({ "unique-until, 10m, 'success, start or time; set the duration with unique-for'",
            "on-duplicate, ignore, 'reject, replace, join or extend'", "debounce, 10ms, at least 1s",
            "throttle, often, 'a duration like 10s, 500ms, 1h30m, 7d or PT10S'" })
    void a_value_that_is_none_is_refused_with_those_allowed(String attribute, String value, String allowed) {
        assertThat(problem(APP + "unique-for", "1h", OUT + attribute, value))
                .contains(OUT + attribute + "=" + value + " is invalid: it must be " + allowed);
    }

    @ParameterizedTest
    @CsvSource({ "unique-key, header:order", "unique-until, start", "on-duplicate, join" })
    void what_needs_a_time_is_refused_without_one(String attribute, String value) {
        assertThat(problem(OUT + attribute, value)).contains(OUT + attribute + "=" + value,
                "it must be together with unique-for, debounce or throttle");
    }

    @ParameterizedTest
    @CsvSource({ "debounce, 5s, throttle, 1m", "debounce, 5s, process-in, 1m", "debounce, 5s, unique-for, 1h",
            "debounce, 5s, unique-until, success", "debounce, 5s, on-duplicate, join", "throttle, 1m, unique-for, 1h",
            "throttle, 1m, unique-until, start" })
    void what_says_the_same_twice_is_refused(String attribute, String value, String other, String otherValue) {
        assertThat(problem(OUT + attribute, value, OUT + other, otherValue)).contains(OUT + attribute + "=" + value,
                "it must be without " + OUT + other + "=" + otherValue);
    }

    @ParameterizedTest
    @CsvSource({ "debounce, 5s, left out", "throttle, 1m, left out", "unique-until, time, success",
            "on-duplicate, join, reject" })
    void neither_a_group_nor_an_outbox_has_another_scope_or_policy(String attribute, String value, String allowed) {
        assertThat(problem(APP + "unique-for", "1h", OUT + attribute, value, OUT + "group", "g"))
                .contains(OUT + attribute + "=" + value, "it must be " + allowed + ", because of " + OUT + "group=g");
        assertThat(problem(APP + "unique-for", "1h", OUT + attribute, value, APP + "transactional", "outbox")).contains(
                OUT + attribute + "=" + value,
                "it must be " + allowed + ", because of " + APP + "transactional=outbox");
    }

    @Test
    void groups_and_outboxes_have_keys_of_their_own_and_after_the_commit_all_is_possible() {
        read(OUT + "unique-for", "1h", OUT + "unique-key", "header:order", OUT + "unique-until", "success", OUT
                + "on-duplicate", "reject", OUT + "group", "g", OUT + "transactional", "outbox");
        read(OUT + "debounce", "5s", OUT + "transactional", "after-commit");
    }

    @Test
    void the_attributes_belong_to_outgoing_channels() {
        assertThat(problem(APP + "debounce", "5s")).contains(
                APP + "debounce has no effect here: the attribute belongs to mp.messaging.outgoing.<channel>.debounce");
        assertThat(problem(APP + "cron.nightly.spec", "@daily", APP + "cron.nightly.unique-key", "type"))
                .contains("unique-key has no effect here");
    }

    private static OutgoingConfig read(String... more) {
        ApplicationConfig.Result result = result(more);
        assertThat(result.problems()).isEmpty();
        return result.config().outgoing().get("send");
    }

    private static String problem(String... more) {
        List<ConfigurationException> problems = result(more).problems();
        assertThat(problems).hasSize(1);
        return problems.get(0).getMessage();
    }

    private static ApplicationConfig.Result result(String... more) {
        List<String> all = new ArrayList<>(List.of(OUT + "connector", "asynq"));
        all.addAll(List.of(more));
        return ApplicationConfig.read(MapConfig.of(all.toArray(String[]::new)));
    }
}
