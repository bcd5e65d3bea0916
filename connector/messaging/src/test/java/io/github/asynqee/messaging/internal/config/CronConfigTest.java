package io.github.asynqee.messaging.internal.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;

import io.github.asynqee.TaskOptions;
import io.github.asynqee.messaging.MapConfig;
import io.github.asynqee.messaging.internal.config.property.ConfigurationException;
import io.github.asynqee.periodic.CatchUp;
import org.junit.jupiter.api.Test;

class CronConfigTest {

    private static final String APP = "mp.messaging.connector.asynq.";
    private static final String CRON = APP + "cron.clean-up.";

    private static CronConfig read(String... properties) {
        ApplicationConfig.Result result = ApplicationConfig.read(MapConfig.of(properties));
        assertThat(result.problems()).isEmpty();
        return result.config().cron().get("clean-up");
    }

    private static String problem(String... properties) {
        List<ConfigurationException> problems = ApplicationConfig.read(MapConfig.of(properties)).problems();
        assertThat(problems).hasSize(1);
        return problems.get(0).getMessage();
    }

    @Test
    void a_spec_is_enough() {
        CronConfig config = read(CRON + "spec", "@daily");

        assertThat(config).isEqualTo(new CronConfig("clean-up", true, "@daily", null, null, false,
                TaskOptions.builder().queue("default").build(), null, null));
    }

    @Test
    void an_entry_has_all_options_of_a_task() {
        CronConfig config = read(CRON + "spec", "0 6 * * *", CRON + "zone", "Europe/Berlin", CRON + "type", "clean",
                CRON + "queue", "low", CRON + "payload", "{\"all\":true}", CRON + "max-retry", "3", CRON + "timeout",
                "1m", CRON + "retention", "7d", CRON + "unique-for", "1h", CRON + "process-in", "5s", CRON + "group",
                "g", CRON + "catch-up", "one", CRON + "header.X-Origin", "cron", CRON + "header.a.b", "c",
                CRON + "enabled", "false");

        assertThat(config).isEqualTo(new CronConfig("clean-up", false, "0 6 * * *", "Europe/Berlin", "clean", true,
                TaskOptions.builder().queue("low").maxRetry(3).timeout(Duration.ofMinutes(1))
                        .retention(Duration.ofDays(7)).uniqueFor(Duration.ofHours(1))
                        .processIn(Duration.ofSeconds(5)).group("g").header("X-Origin", "cron").header("a.b", "c")
                        .build(),
                "{\"all\":true}", CatchUp.ONE));
    }

    @Test
    void what_stands_at_the_connector_is_the_default() {
        CronConfig config = read(APP + "queue", "shop", APP + "max-retry", "7", CRON + "spec", "@daily");

        assertThat(config.options()).isEqualTo(TaskOptions.builder().queue("shop").maxRetry(7).build());
        assertThat(config.ownQueue()).isFalse();
    }

    @Test
    void a_name_with_dots_is_quoted() {
        ApplicationConfig.Result result = ApplicationConfig
                .read(MapConfig.of(APP + "cron.\"a.b\".spec", "@daily", APP + "cron.\"a.b\".type", "x"));

        assertThat(result.problems()).isEmpty();
        assertThat(result.config().cron()).containsOnlyKeys("a.b");
        assertThat(result.config().cron().get("a.b").type()).isEqualTo("x");
    }

    @Test
    void an_invalid_value_is_reported_with_its_property_and_the_allowed_values() {
        assertThat(problem(CRON + "spec", "0 25 * * *")).startsWith("asynq: " + CRON
                + "spec=0 25 * * * is invalid: ").contains("hour", "25", "0 to 23");
        assertThat(problem(CRON + "spec", "@daily", CRON + "zone", "Nowhere")).contains(CRON + "zone=Nowhere",
                "time zone", "Nowhere");
        assertThat(problem(CRON + "spec", "@daily", CRON + "catch-up", "some")).contains(CRON + "catch-up=some",
                "none, one or all");
        assertThat(problem(CRON + "spec", "@daily", CRON + "enabled", "maybe")).contains("true or false");
        assertThat(problem(CRON + "spec", "@daily", CRON + "queue", "}x")).contains(CRON + "queue=}x");
        assertThat(problem(CRON + "spec", "@daily", CRON + "timeout", "soon")).contains(CRON + "timeout=soon");
        assertThat(problem(CRON + "spec", "@daily", CRON + "header.x", "\ud800")).contains(CRON + "*",
                "unpaired surrogate");
        assertThat(problem(APP + "cron-refresh-interval", "0")).contains("at least 1s");
    }

    @Test
    void an_unknown_attribute_is_refused_with_the_nearest_name() {
        assertThat(problem(CRON + "spec", "@daily", CRON + "timout", "10s")).contains(CRON + "timout",
                "did you mean timeout?");
        assertThat(problem(CRON + "spce", "@daily")).contains(CRON + "spce", "did you mean spec?");
        assertThat(problem(CRON + "spec", "@daily", CRON + "concurrency", "2"))
                .contains("belongs to mp.messaging.incoming.<channel>.concurrency");
        assertThat(problem(APP + "spec", "@daily")).contains("belongs to " + APP + "cron.<name>.spec");
        assertThat(problem(CRON + "spec", "@daily", CRON + "header.", "x")).contains("header.");
    }

    @Test
    void other_names_of_a_property_are_tolerated() {
        CronConfig config = read(CRON + "spec", "@daily", APP + "cron.clean.up.spec", "@daily", APP + "cron.enabled",
                "true", APP + "cron-enabled", "true", "MP_MESSAGING_CONNECTOR_ASYNQ_CRON_CLEAN_UP_SPEC", "@daily");

        assertThat(config.spec()).isEqualTo("@daily");
    }

    @Test
    void a_node_may_leave_periodic_tasks_to_others() {
        ConnectorConfig settings = ApplicationConfig
                .read(MapConfig.of(APP + "cron-enabled", "false", APP + "cron-refresh-interval", "10s")).config()
                .connector();

        assertThat(settings.cronEnabled()).isFalse();
        assertThat(settings.cronRefreshInterval()).isEqualTo(Duration.ofSeconds(10));
    }
}
