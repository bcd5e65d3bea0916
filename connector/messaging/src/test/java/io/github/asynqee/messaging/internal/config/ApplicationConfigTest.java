package io.github.asynqee.messaging.internal.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.asynqee.Durability;
import io.github.asynqee.TaskOptions;
import io.github.asynqee.VersionRange;
import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.messaging.MapConfig;
import io.github.asynqee.messaging.internal.config.property.Attribute;
import io.github.asynqee.messaging.internal.config.property.ConfigurationException;
import io.github.asynqee.testkit.TestCertificate;
import io.github.asynqee.worker.DeadLetterQueue;
import io.github.asynqee.worker.FailureLogging;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.GroupConfig;
import io.github.asynqee.worker.WorkerConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ApplicationConfigTest {

    static final String IN = "mp.messaging.incoming.emails.";
    private static final String OUT = "mp.messaging.outgoing.send.";
    private static final String APP = "mp.messaging.connector.asynq.";

    @Test
    void without_attributes_everything_is_as_asynq_has_it() {
        ApplicationConfig config = read();

        ConnectorConfig connector = config.connector();
        assertThat(connector.url()).isEqualTo("redis://localhost:6379");
        assertThat(connector.maxWaiting()).isEqualTo(10_000);
        assertThat(connector.shutdownTimeout()).isEqualTo(Duration.ofSeconds(8));
        assertThat(connector.cronEnabled()).isTrue();
        assertThat(connector.cronRefreshInterval()).isEqualTo(Duration.ofMinutes(3));
        assertThat(connector.readinessEnabled()).isTrue();
        assertThat(connector.livenessEnabled()).isTrue();
        assertThat(connector.metricsEnabled()).isTrue();
        assertSame(connector.worker().get(), WorkerConfig.builder());
        IncomingConfig emails = config.incoming().get("emails");
        assertThat(emails.concurrency()).isEqualTo(1);
        assertThat(emails.executor()).isEqualTo("default");
        assertThat(emails.tasks().queues()).isEqualTo(Map.of("default", 1));
        assertThat(emails.tasks().typePrefix()).isEmpty();
        OutgoingConfig send = config.outgoing().get("send");
        assertThat(send.type()).isEqualTo("send");
        assertThat(send.defaults()).isEqualTo(TaskOptions.builder().queue("default").build());
    }

    @Test
    void a_channel_that_is_not_configured_is_named() {
        ApplicationConfig config = read();

        assertThatThrownBy(() -> config.incomingChannel("letters")).isInstanceOf(ConfigurationException.class)
                .hasMessage(
                        "asynq: channel letters is not configured: mp.messaging.incoming.letters.connector was not asynq "
                                + "when the configuration was read");
        assertThatThrownBy(() -> config.outgoingChannel("emails")).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("mp.messaging.outgoing.emails.connector");
    }

    private static void assertSame(WorkerConfig.Builder actual, WorkerConfig.Builder expected) {
        assertThat(actual.threads(Thread::new).build()).usingRecursiveComparison().ignoringFields("threads")
                .isEqualTo(expected.build());
    }

    @ParameterizedTest
    @EnumSource(names = { "STRICT_PRIORITY", "FETCH_BATCH", "MAX_PREFETCH", "MAX_RECOVERIES", "ATTEMPT_HISTORY",
            "STATISTICS",
            "TASK_CHECK_INTERVAL",
            "DELAYED_TASK_CHECK_INTERVAL", "RECOVERY_INTERVAL", "HEALTH_CHECK_INTERVAL", "JANITOR_INTERVAL",
            "UNHANDLED_TYPE", "UNHANDLED_TYPE_DELAY" })
    void the_documented_default_of_a_worker_setting_is_the_default(Attribute attribute) {
        assertSame(read(APP + attribute.key(), attribute.defaultValue()).connector().worker().get(),
                WorkerConfig.builder());
    }

    @Test
    void settings_of_workers_come_from_the_connector() {
        assertSame(read(APP + "strict-priority", "true", APP + "fetch-batch", "10", APP + "max-prefetch", "0",
                APP + "max-recoveries", "5", APP + "attempt-history", "3", APP + "statistics", "false",
                APP + "task-check-interval", "2s",
                APP + "delayed-task-check-interval", "3s", APP + "recovery-interval", "4s",
                APP + "health-check-interval", "5s", APP + "janitor-interval", "6s",
                APP + "unhandled-type-delay", "7s", APP + "unhandled-type", "fail").connector().worker().get(),
                WorkerConfig.builder().strictPriority(true).fetchBatch(10).maxPrefetch(0).maxRecoveries(5)
                        .attemptHistory(3).statistics(false)
                        .taskCheckInterval(Duration.ofSeconds(2)).delayedTaskCheckInterval(Duration.ofSeconds(3))
                        .recoveryInterval(Duration.ofSeconds(4)).healthCheckInterval(Duration.ofSeconds(5))
                        .janitorInterval(Duration.ofSeconds(6)).returnUnhandledTypesAfter(Duration.ofSeconds(7))
                        .failUnhandledTypes());
    }

    @Test
    void the_connector_says_how_connections_are_made() {
        assertThat(read().connector().connections()).isEmpty();
        assertThat(read(APP + "connect-timeout", "PT2S", APP + "command-timeout", "1500ms", APP + "max-connections",
                "8", APP + "tls-verify", "ca", APP + "key-store-password", "secret").connector().connections())
                .isEqualTo(Map.of("connect-timeout", "2000ms", "command-timeout", "1500ms", "max-connections", "8",
                        "tls-verify", "ca", "key-store-password", "secret"));
        assertThat(problem(APP + "connect-timeout", "1h")).contains(APP + "connect-timeout", "10ms to 5m");
        assertThat(problem(APP + "max-connections", "1")).contains(APP + "max-connections", "a number from 2");
        assertThat(problem(APP + "trust-store", "/none.p12")).contains(APP + "trust-store", "/none.p12", "exists");
        assertThat(problem(APP + "tls-verify", "maybe")).contains(APP + "tls-verify", "full, ca or none");
    }

    @Test
    @SomeDays(oneIn = 3)
    void a_store_is_opened_with_its_password_wherever_each_of_them_is(@TempDir Path directory) {
        TestCertificate certificate = TestCertificate.create(directory);
        for (Map.Entry<String, Path> store : Map.of("trust-store", certificate.trustStore(), "key-store",
                certificate.keyStore()).entrySet()) {
            String key = store.getKey();
            String file = store.getValue().toString();
            String password = key + "-password";

            assertThat(read(APP + key, file, APP + password, TestCertificate.PASSWORD).connector().connections())
                    .containsEntry(key, file).containsEntry(password, TestCertificate.PASSWORD);
            read(APP + "url", "rediss://h?" + key + "=" + file + "&" + password + "=" + TestCertificate.PASSWORD);
            read(APP + "url", "rediss://h?" + key + "=" + file, APP + password, TestCertificate.PASSWORD);
            read(APP + "url", "rediss://h?" + password + "=" + TestCertificate.PASSWORD, APP + key, file, OUT + "url",
                    "rediss://h?" + password + "=" + TestCertificate.PASSWORD, IN + "url", "rediss://h?" + password
                            + "=" + TestCertificate.PASSWORD);

            assertThat(problem(APP + key, file, APP + password, "wrong")).startsWith("asynq: " + APP + key + ": ")
                    .contains(password + " must be its password").doesNotContain("wrong");
            assertThat(problem(OUT + "url", "rediss://h?" + key + "=" + file + "&" + password + "=wrong"))
                    .startsWith("asynq: " + OUT + "url: ").doesNotContain("wrong");
        }
    }

    @Test
    void durability_is_that_of_the_channel_or_of_the_connector() {
        ApplicationConfig config = read(APP + "durability", "disk", APP + "durability-timeout", "5s");
        assertThat(config.connector().durability()).isEqualTo(Durability.DISK.within(Duration.ofSeconds(5)));
        assertThat(config.outgoing().get("send").durability())
                .isEqualTo(Durability.DISK.within(Duration.ofSeconds(5)));
        assertThat(read(OUT + "durability", "replica", OUT + "durability-replicas", "2").outgoing().get("send")
                .durability()).isEqualTo(Durability.replicas(2));
        assertThat(read().outgoing().get("send").durability()).isEqualTo(Durability.MEMORY);

        assertThat(problem(OUT + "durability", "replicas")).contains(OUT + "durability", "memory, replica or disk");
        assertThat(problem(OUT + "durability-timeout", "2m")).contains(OUT + "durability-timeout", "from 1ms to 1m");
        assertThat(problem(OUT + "durability-replicas", "0")).contains(OUT + "durability-replicas", "at least 1");
    }

    @Test
    void the_inboxes_of_an_application_have_one_retention() {
        assertThat(read(IN + "inbox.datasource", "jdbc/shop").incoming().values()).singleElement()
                .satisfies(channel -> assertThat(channel.inbox().orElseThrow().retention()).hasDays(7));
        assertThat(read(IN + "inbox.datasource", "jdbc/shop", APP + "inbox.retention", "30d").incoming().values())
                .singleElement()
                .satisfies(channel -> assertThat(channel.inbox().orElseThrow().retention()).hasDays(30));

        assertThat(problem(APP + "inbox.retention", "59m")).contains(APP + "inbox.retention", "at least 60m");
    }

    @Test
    void a_channel_has_its_own_values() {
        ApplicationConfig config = read(IN + "url", "redis://elsewhere:1234/3", IN + "queues",
                "critical=6, default=3,low",
                IN + "type", "email:", IN + "concurrency", "10", IN + "executor", "java:app/threads",
                OUT + "queue", "critical", OUT + "type", "email:welcome", OUT + "max-retry", "3", OUT + "timeout", "1m",
                OUT + "deadline", "2030-01-01T00:00:00Z", OUT + "retention", "7d", OUT + "unique-for", "1h",
                OUT + "process-in", "500ms", OUT + "group", "digest");

        IncomingConfig emails = config.incoming().get("emails");
        assertThat(emails.url()).isEqualTo("redis://elsewhere:1234/3");
        assertThat(emails.tasks().queues()).isEqualTo(Map.of("critical", 6, "default", 3, "low", 1));
        assertThat(emails.tasks().typePrefix()).isEqualTo("email:");
        assertThat(emails.concurrency()).isEqualTo(10);
        assertThat(emails.executor()).isEqualTo("java:app/threads");
        OutgoingConfig send = config.outgoing().get("send");
        assertThat(send.type()).isEqualTo("email:welcome");
        assertThat(send.defaults()).isEqualTo(TaskOptions.builder().queue("critical").maxRetry(3)
                .timeout(Duration.ofMinutes(1)).deadline(Instant.parse("2030-01-01T00:00:00Z"))
                .retention(Duration.ofDays(7)).uniqueFor(Duration.ofHours(1)).processIn(Duration.ofMillis(500))
                .group("digest").build());
    }

    @Test
    void groups_are_chosen_by_prefix_and_limits() {
        Grouping grouping = read(IN + "group", "tenant-", IN + "group-grace-period", "10s", APP + "group-max-delay",
                "1h",
                IN + "group-max-size", "0", IN + "grouped", "false").incoming().get("emails").grouping();

        assertThat(grouping.wanted()).isFalse();
        assertThat(grouping.groups())
                .isEqualTo(new GroupConfig("tenant-", Duration.ofSeconds(10), Duration.ofHours(1), 0));
        assertThat(grouping.properties()).as("what is of no use without groups").containsExactly(IN + "group",
                IN + "group-grace-period", IN + "group-max-size");
        assertThat(read().incoming().get("emails").grouping()).isEqualTo(Grouping.UNSET);
        assertThat(problem(IN + "group-grace-period", "500ms")).contains(IN + "group-grace-period=500ms",
                "at least 1s");
        assertThat(problem(IN + "group-max-delay", "500ms")).contains("0 or at least 1s");
        assertThat(problem(IN + "group-max-size", "-1")).contains("at least 0");
    }

    @Test
    void what_stands_at_the_connector_is_the_default_for_channels() {
        ApplicationConfig config = read(APP + "url", "redis://here", APP + "max-retry", "7", APP + "queue", "shop",
                IN + "queues", "low=2");

        assertThat(config.connector().url()).isEqualTo("redis://here");
        assertThat(config.incoming().get("emails").url()).isEqualTo("redis://here");
        assertThat(config.incoming().get("emails").tasks().queues()).isEqualTo(Map.of("low", 2));
        assertThat(config.outgoing().get("send").defaults())
                .isEqualTo(TaskOptions.builder().queue("shop").maxRetry(7).build());
    }

    @Test
    void tasks_are_traced_as_their_channel_or_the_connector_says() {
        ApplicationConfig config = read(APP + "tracing", "link", OUT + "tracing", "none", IN + "log-context", "true");

        assertThat(config.connector().tracing()).isEqualTo(TracingMode.LINK);
        assertThat(config.incoming().get("emails").tracing()).isEqualTo(TracingMode.LINK);
        assertThat(config.incoming().get("emails").forGroups().tracing()).isEqualTo(TracingMode.LINK);
        assertThat(config.outgoing().get("send").tracing()).isEqualTo(TracingMode.NONE);
        assertThat(config.incoming().get("emails").forGroups().logContext()).isTrue();
        assertThat(read().incoming().get("emails").tracing()).isEqualTo(TracingMode.PARENT);
        assertThat(read().incoming().get("emails").logContext()).isFalse();
        assertThat(problem(IN + "tracing", "child")).contains(IN + "tracing=child", "parent, link or none");
    }

    @Test
    void retry_delays_are_fixed_or_doubling() {
        assertThat(delays(policy(IN + "retry-delay", "10s"))).containsExactly("PT10S", "PT10S", "PT10S");
        assertThat(delays(policy(IN + "retry-delay", "exponential:1s..3s"))).containsExactly("PT1S", "PT2S", "PT3S");
        assertThat(policy(IN + "retry-delay", "asynq").retryDelay().delay(0, null, null))
                .isBetween(Duration.ofSeconds(15), Duration.ofSeconds(44));
    }

    @Test
    void retry_delays_vary_if_they_have_a_percentage() {
        List<String> delays = IntStream.range(0, 50)
                .mapToObj(i -> delays(policy(IN + "retry-delay", "exponential:1s..3s ~ 20 %")).get(0)).distinct()
                .toList();

        assertThat(delays).hasSizeGreaterThan(1).allSatisfy(
                delay -> assertThat(Duration.parse(delay)).isBetween(Duration.ofMillis(800), Duration.ofMillis(1200)));
    }

    @Test
    void versions_are_a_number_or_a_range() {
        assertThat(read(IN + "versions", "3").incoming().get("emails").tasks().versions())
                .isEqualTo(new VersionRange(3, 3));
        assertThat(read(IN + "versions", "2..3").incoming().get("emails").tasks().versions())
                .isEqualTo(new VersionRange(2, 3));
        assertThat(read().incoming().get("emails").tasks().versions()).isNull();
        assertThat(read(OUT + "version", "3").outgoing().get("send").defaults().headers())
                .isEqualTo(Map.of("payload-version", "3"));
        for (String invalid : List.of("0", "3..2", "2..", "new", "2-3", "1..1000000000")) {
            assertThat(problem(IN + "versions", invalid)).contains(IN + "versions=" + invalid, "2..3");
        }
        assertThat(problem(OUT + "version", "0")).contains(OUT + "version=0");
    }

    @Test
    void payloads_are_compressed_above_a_size() {
        assertThat(read().connector().codec()).isEqualTo(CodecConfig.UNCHANGED);
        assertThat(read(APP + "compress-above", "8k").connector().codec())
                .isEqualTo(new CodecConfig(8192, false, Integer.MAX_VALUE));
        assertThat(read(APP + "compress-above", "0", APP + "encrypt", "true").connector().codec())
                .isEqualTo(new CodecConfig(0, true, Integer.MAX_VALUE));
        assertThat(read(APP + "compress-above", "1m", OUT + "encrypt", "true").outgoing().values()).singleElement()
                .extracting(OutgoingConfig::codec).isEqualTo(new CodecConfig(1 << 20, true, Integer.MAX_VALUE));
        for (String invalid : List.of("8kb", "-1", "2048m", "some")) {
            assertThat(problem(APP + "compress-above", invalid)).contains(APP + "compress-above=" + invalid, "8k");
        }
    }

    @Test
    void payloads_are_stored_outside_redis_above_a_size() {
        assertThat(read().connector().codec().stores()).isFalse();
        assertThat(read(APP + "store-above", "64k", OUT + "store-above", "1m").outgoing().values()).singleElement()
                .extracting(channel -> channel.codec().storeAbove()).isEqualTo(1 << 20);
        assertThat(read(APP + "store-above", "64k").outgoing().values()).singleElement()
                .extracting(channel -> channel.codec().storeAbove()).isEqualTo(1 << 16);
        assertThat(problem(OUT + "store-above", "64kb")).contains(OUT + "store-above=64kb", "8k");
    }

    private static FailurePolicy policy(String... more) {
        return read(more).incoming().get("emails").tasks().policy();
    }

    private static List<String> delays(FailurePolicy policy) {
        List<String> delays = new ArrayList<>();
        for (int retried = 0; retried < 3; retried++) {
            delays.add(policy.retryDelay().delay(retried, null, null).toString());
        }
        return delays;
    }

    @Test
    void exceptions_are_recognised_with_their_subclasses() {
        FailurePolicy policy = policy(IN + "skip-retry-on", "java.lang.IllegalArgumentException, java.io.IOException",
                IN + "revoke-on", "java.lang.Error", IN + "ignore-failure-on", "java.util.concurrent.TimeoutException");

        assertThat(policy.skipRetry().test(new NumberFormatException())).isTrue();
        assertThat(policy.skipRetry().test(new java.io.FileNotFoundException())).isTrue();
        assertThat(policy.skipRetry().test(new IllegalStateException())).isFalse();
        assertThat(policy.revoke().test(new AssertionError())).isTrue();
        assertThat(policy.notAFailure().test(new java.util.concurrent.TimeoutException())).isTrue();
    }

    @Test
    void an_invalid_value_is_reported_with_its_property_and_the_allowed_values() {
        assertThat(problem(OUT + "timeout", "soon"))
                .isEqualTo("asynq: mp.messaging.outgoing.send.timeout=soon is invalid: "
                        + "it must be a duration like 10s, 500ms, 1h30m, 7d or PT10S");
        assertThat(problem(OUT + "timeout", "500ms")).contains(OUT + "timeout=500ms", "0 or at least 1s");
        assertThat(problem(OUT + "unique-for", "10ms")).contains(OUT + "unique-for=10ms", "at least 1s");
        assertThat(problem(OUT + "max-retry", "-1")).contains(OUT + "max-retry=-1", "at least 0");
        assertThat(problem(OUT + "deadline", "tomorrow")).contains(OUT + "deadline=tomorrow", "2030-12-31T23:59:59Z");
        assertThat(problem(IN + "concurrency", "0")).contains(IN + "concurrency=0", "at least 1");
        assertThat(problem(IN + "queues", "critical:6,default")).contains("critical=6,default=3,low=1", "colon");
        assertThat(problem(IN + "queues", "a=1,b=x")).contains(IN + "queues=a=1,b=x", "critical=6,default=3,low=1");
        assertThat(problem(IN + "queues", "a=1,a=2")).contains("without duplicate queues");
        assertThat(problem(IN + "queue", "}x")).contains(IN + "queue=}x", "must not begin with");
        assertThat(problem(IN + "retry-delay", "exponential:1h..1s")).contains(IN + "retry-delay=",
                "exponential:1s..1h");
        assertThat(problem(IN + "retry-delay", "PT-1S")).contains(IN + "retry-delay=PT-1S", "10s");
        assertThat(problem(IN + "retry-delay", "exponential:PT-1S..1s")).contains(IN + "retry-delay=exponential:PT-1S");
        assertThat(problem(IN + "retry-delay", "10s~0%")).contains(IN + "retry-delay=10s~0%", "of 1% to 100%");
        assertThat(problem(IN + "retry-delay", "10s~101%")).contains(IN + "retry-delay=10s~101%");
        assertThat(problem(IN + "retry-delay", "10s~5")).contains(IN + "retry-delay=10s~5", "~20%");
        assertThat(problem(IN + "retry-delay", "bean:")).contains(IN + "retry-delay=bean:", "bean:<name>");
        assertThat(problem(IN + "skip-retry-on", "com.example.Missing")).contains(IN + "skip-retry-on=",
                "class not found: com.example.Missing");
        assertThat(problem(IN + "revoke-on", "java.lang.String")).contains("java.lang.String is not an exception");
        assertThat(problem(APP + "strict-priority", "yes")).contains(APP + "strict-priority=yes", "true or false");
        assertThat(problem(APP + "outbox.table", "asynq_outbox; DROP TABLE orders"))
                .contains("a name of 1 to 40 letters");
        assertThat(problem(APP + "fetch-batch", "1001")).contains("from 1 to 1000");
        assertThat(problem(APP + "unhandled-type", "drop")).contains("return or fail");
        assertThat(problem(APP + "shutdown-timeout", "8")).contains(APP + "shutdown-timeout=8", "10s");
    }

    @Test
    void an_invalid_url_is_reported_once_and_without_its_password() {
        assertThat(problem(APP + "url", "rediss-cluster://:secret@host")).contains(APP + "url", "redis://")
                .doesNotContain("secret");
    }

    private static IncomingConfig incoming(String... more) {
        return read(more).incoming().get("emails");
    }

    @Test
    void dead_letters_go_to_a_queue_of_the_channel_or_the_connector() {
        assertThat(incoming().tasks().deadLetters()).isNull();
        assertThat(incoming(APP + "dead-letter-queue", "graveyard").tasks().deadLetters())
                .isEqualTo(new DeadLetterQueue("graveyard", null));
        assertThat(incoming(APP + "dead-letter-queue", "graveyard", IN + "dead-letter-queue", "lost",
                IN + "dead-letter-type", "email:lost").tasks().deadLetters())
                .isEqualTo(new DeadLetterQueue("lost", "email:lost"));
        assertThat(incoming(APP + "dead-letter-queue", "graveyard", IN + "dead-letter-type", "email:lost")
                .forGroups().tasks().deadLetters()).isEqualTo(new DeadLetterQueue("graveyard", "email:lost"));
    }

    @Test
    void failed_attempts_are_logged_as_configured() {
        assertThat(incoming().tasks().policy().logging()).isEqualTo(FailureLogging.SUMMARY);
        assertThat(incoming(APP + "log-failures", "none").tasks().policy().logging()).isEqualTo(FailureLogging.NONE);
        assertThat(incoming(APP + "log-failures", "none", IN + "log-failures", "stack").forGroups().tasks().policy()
                .logging()).isEqualTo(FailureLogging.STACK);
        assertThat(problem(IN + "log-failures", "all")).contains(IN + "log-failures=all is invalid",
                "summary, stack or none");
    }

    @Test
    void a_channel_does_not_send_dead_letters_to_itself() {
        assertThat(problem(IN + "queue", "lost", IN + "dead-letter-queue", "lost"))
                .contains(IN + "dead-letter-queue=lost is invalid", "does not consume");
        assertThat(incoming(APP + "dead-letter-queue", "lost", IN + "queue", "lost").tasks().deadLetters()).isNull();
    }

    @Test
    void attributes_of_dead_letters_are_checked() {
        assertThat(problem(IN + "dead-letter-queue", "}x")).contains(IN + "dead-letter-queue=}x",
                "must not begin with");
        assertThat(problem(IN + "dead-letter-type", "x")).contains(IN + "dead-letter-type=x has no effect",
                "dead-letter-queue");
        assertThat(problem(IN + "dead-letter", "graveyard")).contains(IN + "dead-letter=graveyard",
                "no longer supported", "dead-letter-queue", "dead-letter-type");
    }

    @Test
    void an_unknown_attribute_is_refused_with_the_nearest_name() {
        assertThat(problem(OUT + "timout", "10s")).contains(OUT + "timout", "did you mean timeout?");
        assertThat(problem(APP + "shutdown-time", "10s")).contains("did you mean shutdown-timeout?");
        assertThat(problem(IN + "something-else-entirely", "1")).contains("is not an attribute")
                .doesNotContain("did you");
    }

    @Test
    void an_attribute_in_the_wrong_place_is_refused_with_the_right_one() {
        assertThat(problem(OUT + "concurrency", "2"))
                .contains("belongs to mp.messaging.incoming.<channel>.concurrency");
        assertThat(problem(IN + "strict-priority", "true")).contains("belongs to " + APP + "strict-priority");
        assertThat(problem(APP + "concurrency", "10"))
                .contains("belongs to mp.messaging.incoming.<channel>.concurrency");
        assertThat(problem(APP + "group", "user-")).as("means different things to those who would inherit it").contains(
                "belongs to mp.messaging.incoming.<channel>.group or mp.messaging.outgoing.<channel>.group");
        assertThat(problem("mp.messaging.incoming.emails$2.queue", "x")).contains("copies of a channel");
    }

    @Test
    void an_incoming_channel_cannot_have_the_name_of_a_copy() {
        assertThat(problem("mp.messaging.incoming.two$parts.connector", "asynq"))
                .contains("mp.messaging.incoming.two$parts.connector=asynq", "must not contain $");
        read("mp.messaging.outgoing.two$parts.connector", "asynq", "mp.messaging.incoming.a$b.connector", "kafka");
    }

    @Test
    void other_names_of_a_property_and_attributes_of_the_runtime_are_tolerated() {
        read("MP_MESSAGING_CONNECTOR_ASYNQ_SHUTDOWN_TIMEOUT", "1s", APP + "shutdown.timeout", "1s",
                APP + "shutdown-timeout", "1s",
                IN + "enabled", "true", IN + "broadcast", "false", OUT + "merge", "true",
                "mp.messaging.incoming.other.connector", "kafka", "mp.messaging.incoming.other.whatever", "1");
    }

    @Test
    void channels_that_are_switched_off_are_left_alone() {
        ApplicationConfig config = read(IN + "enabled", "false", IN + "nonsense", "1");

        assertThat(config.incoming()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = { "yes", "1", "off", "flase" })
    void whether_a_channel_is_switched_off_is_true_or_false(String value) {
        assertThat(problem(IN + "enabled", value))
                .isEqualTo("asynq: " + IN + "enabled=" + value + " is invalid: it must be true or false");
        assertThat(problem(OUT + "enabled", value))
                .isEqualTo("asynq: " + OUT + "enabled=" + value + " is invalid: it must be true or false");
        assertThat(read(IN + "enabled", "TRUE", OUT + "enabled", "False").incoming()).containsOnlyKeys("emails");
    }

    @Test
    void a_channel_may_not_have_both_one_queue_and_several() {
        assertThat(problem(IN + "queue", "a", IN + "queues", "b")).contains(IN + "queue", IN + "queues", "only one");
    }

    @Test
    void virtual_threads_need_a_java_that_has_them() {
        if (Runtime.version().feature() < 21) {
            assertThat(problem(IN + "executor", "virtual")).contains(IN + "executor=virtual", "Java 21");
        } else {
            assertThat(read(IN + "executor", "virtual").incoming().get("emails").executor()).isEqualTo("virtual");
        }
    }

    @Test
    void all_problems_are_reported_together() {
        assertThat(problems(OUT + "timeout", "soon", IN + "concurrency", "many", APP + "foo", "1")).hasSize(3);
    }

    @Test
    void a_channel_with_dots_in_its_name_is_quoted() {
        ApplicationConfig config = read("mp.messaging.incoming.\"a.b\".connector", "asynq",
                "mp.messaging.incoming.\"a.b\".queue", "dotted");

        assertThat(config.incoming().get("a.b").tasks().queues()).containsKey("dotted");
    }

    static ApplicationConfig read(String... more) {
        ApplicationConfig.Result result = result(more);
        assertThat(result.problems()).isEmpty();
        return result.config();
    }

    private static List<String> problems(String... more) {
        return result(more).problems().stream().map(Throwable::getMessage).toList();
    }

    static String problem(String... more) {
        List<String> problems = problems(more);
        assertThat(problems).hasSize(1);
        return problems.get(0);
    }

    private static ApplicationConfig.Result result(String... more) {
        List<String> all = new ArrayList<>(List.of(IN + "connector", "asynq", OUT + "connector", "asynq"));
        all.addAll(List.of(more));
        return ApplicationConfig.read(MapConfig.of(all.toArray(String[]::new)));
    }
}
