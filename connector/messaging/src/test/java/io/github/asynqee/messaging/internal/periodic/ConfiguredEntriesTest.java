package io.github.asynqee.messaging.internal.periodic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;

import io.github.asynqee.messaging.MapConfig;
import io.github.asynqee.messaging.Periodic;
import io.github.asynqee.messaging.internal.config.ApplicationConfig;
import io.github.asynqee.messaging.internal.config.CronConfig;
import io.github.asynqee.periodic.CatchUp;
import io.github.asynqee.periodic.PeriodicTask;
import org.junit.jupiter.api.Test;

class ConfiguredEntriesTest {

    private static final String CRON = "mp.messaging.connector.asynq.cron.";
    private static final Instant TICK = Instant.parse("2033-05-18T03:33:20Z");

    private final Beans beans = new Beans(new Reports());
    private final PeriodicMethods methods = new PeriodicMethods();
    private final AtomicReference<PeriodicMethod> called = new AtomicReference<>();

    @SuppressWarnings("unused")
    private final class Reports {

        @Periodic(name = "daily-report", spec = "0 6 * * *", zone = "Europe/Berlin", type = "report", queue = "low", catchUp = CatchUp.ONE)
        String report(Instant tick) {
            assertThat(beans.active.get()).isEqualTo(1);
            return "of " + tick;
        }

        @Periodic(spec = "@hourly")
        protected String plain() throws IOException {
            throw new IOException("no reports");
        }

        @Periodic
        public String unspecified() {
            return "x";
        }

        @Periodic(spec = "@daily")
        public void nothing() {
            // returns nothing
        }

        @Periodic(spec = "@daily")
        public static String shared() {
            return "x";
        }

        @Periodic(spec = "@daily")
        public String curious(String what) {
            return what;
        }

        @Periodic(name = "daily-report", spec = "@daily")
        public String again() {
            return "x";
        }

        @Periodic(spec = "@sometimes")
        public String sometimes() {
            return "x";
        }
    }

    private ConfiguredEntries entries(String... properties) {
        MapConfig config = MapConfig.of(properties);
        ApplicationConfig.Result result = ApplicationConfig.read(config);
        assertThat(result.problems()).isEmpty();
        return ConfiguredEntries.of(result.config().cron(), name -> CronConfig.read(config, name), methods, method -> {
            called.set(method);
            return new BeanMethodCaller(method, beans.manager(), () -> beans);
        });
    }

    private PeriodicTask only(String... properties) {
        ConfiguredEntries entries = entries(properties);
        assertThat(entries.problems()).isEmpty();
        assertThat(entries.tasks()).hasSize(1);
        return entries.tasks().get(0);
    }

    @Test
    void the_configuration_makes_an_entry() {
        PeriodicTask task = only(CRON + "beat.spec", "@every 2s", CRON + "beat.payload", "tick", CRON + "beat.zone",
                "Asia/Tokyo", CRON + "beat.catch-up", "all");

        assertThat(task.name()).isEqualTo("beat");
        assertThat(task.spec().text()).isEqualTo("CRON_TZ=Asia/Tokyo @every 2s");
        assertThat(task.task().type()).isEqualTo("beat");
        assertThat(task.task().payload()).isEqualTo("tick");
        assertThat(task.queue()).isEqualTo("default");
        assertThat(task.catchUp()).isEqualTo(CatchUp.ALL);
    }

    @Test
    void an_entry_whose_date_does_not_exist_is_never_due() {
        assertThat(entries(CRON + "never.spec", "0 0 30 2 *", CRON + "leap.spec", "0 0 29 2 *", CRON + "beat.spec",
                "@every 2s").neverDue(Instant.parse("2026-11-27T00:00:00Z"))).containsExactly("never");
    }

    @Test
    void an_annotated_method_makes_an_entry() {
        methods.add(beans.method("report"));

        PeriodicTask task = only();

        assertThat(task.name()).isEqualTo("daily-report");
        assertThat(task.spec().text()).isEqualTo("CRON_TZ=Europe/Berlin 0 6 * * *");
        assertThat(task.task().type()).isEqualTo("report");
        assertThat(task.queue()).isEqualTo("low");
        assertThat(task.catchUp()).isEqualTo(CatchUp.ONE);
        assertThat(called.get()).isNotNull();
    }

    @Test
    void the_name_of_the_method_is_the_default() {
        methods.add(beans.method("plain"));

        PeriodicTask task = only("mp.messaging.connector.asynq.queue", "shop");

        assertThat(task.name()).isEqualTo("plain");
        assertThat(task.task().type()).isEqualTo("plain");
        assertThat(task.queue()).isEqualTo("shop");
        assertThat(task.catchUp()).isEqualTo(CatchUp.NONE);
    }

    @Test
    void the_configuration_wins_over_the_annotation() {
        methods.add(beans.method("report"));

        PeriodicTask task = only(CRON + "daily-report.spec", "@daily", CRON + "daily-report.zone", "UTC",
                CRON + "daily-report.type", "other", CRON + "daily-report.queue", "high",
                CRON + "daily-report.catch-up", "none", CRON + "daily-report.max-retry", "3");

        assertThat(task.spec().text()).isEqualTo("CRON_TZ=UTC @daily");
        assertThat(task.task().type()).isEqualTo("other");
        assertThat(task.queue()).isEqualTo("high");
        assertThat(task.catchUp()).isEqualTo(CatchUp.NONE);
        assertThat(task.task().options().maxRetry()).isEqualTo(3);
    }

    @Test
    void an_entry_may_be_switched_off() {
        methods.add(beans.method("report"));

        assertThat(entries(CRON + "daily-report.enabled", "false").tasks()).isEmpty();
    }

    @Test
    void a_spec_is_needed_from_somewhere() {
        assertThat(entries(CRON + "beat.type", "x").problems()).singleElement().asString()
                .contains(CRON + "beat.spec is not set", "@every 1h30m");
        methods.add(beans.method("unspecified"));
        assertThat(entries().problems()).singleElement().asString().contains(CRON + "unspecified.spec is not set");
        assertThat(only(CRON + "unspecified.spec", "@daily").spec().text()).isEqualTo("@daily");
    }

    @Test
    void an_invalid_annotation_is_reported_with_its_method() {
        methods.add(beans.method("sometimes"));

        assertThat(entries().problems()).singleElement().asString().contains("\"sometimes\" of Reports.sometimes",
                "cron spec \"@sometimes\"");
    }

    @Test
    void a_method_that_cannot_be_called_is_refused() {
        assertThatThrownBy(() -> beans.method("nothing")).hasMessageContaining("Reports.nothing",
                "must return the payload");
        assertThatThrownBy(() -> beans.method("shared")).hasMessageContaining("neither static nor private");
        assertThatThrownBy(() -> beans.method("curious")).hasMessageContaining("the tick, an Instant");
        methods.add(beans.method("report"));
        assertThatThrownBy(() -> methods.add(beans.method("again"))).hasMessageContaining(
                "\"daily-report\" cannot be produced by both Reports.report and Reports.again");
    }

    @Test
    void a_method_is_called_with_the_tick_in_a_request_context() throws Exception {
        Object payload = new BeanMethodCaller(beans.method("report"), beans.manager(), () -> beans).produce(TICK);

        assertThat(payload).isEqualTo("of " + TICK);
        assertThat(beans.active).hasValue(0);
        assertThat(beans.released).hasValue(1);
    }

    @Test
    void what_a_method_throws_is_thrown_and_the_context_ends() {
        BeanMethodCaller caller = new BeanMethodCaller(beans.method("plain"), beans.manager(), () -> beans);

        assertThatThrownBy(() -> caller.produce(TICK)).isInstanceOf(IOException.class).hasMessage("no reports");
        assertThat(beans.active).hasValue(0);
        assertThat(beans.released).hasValue(1);
    }
}
