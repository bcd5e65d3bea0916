package io.github.asynqee.messaging.internal.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import io.github.asynqee.fixtures.Sample;
import io.github.asynqee.messaging.internal.config.property.Attribute;
import io.github.asynqee.messaging.internal.config.property.Durations;
import io.github.asynqee.messaging.internal.config.property.Properties;
import io.github.asynqee.messaging.internal.config.property.Scope;
import io.github.asynqee.testkit.TestCertificate;
import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each attribute in each scope, set in every way that MicroProfile Config supports. */
@Tag("thorough")
class AttributeTableTest {

    private static final Map<Scope, String> OWNERS = Map.of(Scope.CONNECTOR, Properties.CONNECTOR_NAME, Scope.INCOMING,
            "emails", Scope.OUTGOING, "send", Scope.CRON, "nightly");

    /** Number of combinations of attribute and scope that are tested in each build. */
    private static final int SOME = 40;

    @TempDir
    private static Path directory;
    private static TestCertificate certificate;

    @BeforeAll
    static void certificate() {
        certificate = TestCertificate.create(directory);
    }

    private static Stream<Arguments> places() {
        return Sample.of("places", Arrays.stream(Attribute.values())
                .flatMap(attribute -> attribute.scopes().stream().map(scope -> Arguments.of(attribute, scope)))
                .toList(), SOME).stream();
    }

    @ParameterizedTest
    @MethodSource("places")
    void an_attribute_has_the_value_of_its_property(Attribute attribute, Scope scope) {
        assertTaken(config(scope, Map.of(property(attribute, scope), value(attribute)), Map.of(), attribute), attribute,
                scope);
    }

    @ParameterizedTest
    @MethodSource("places")
    void an_attribute_has_the_value_of_its_environment_variable(Attribute attribute, Scope scope) {
        String variable = property(attribute, scope).replaceAll("[^a-z]", "_").toUpperCase(Locale.ROOT);

        assertTaken(config(scope, Map.of(), Map.of(variable, value(attribute)), attribute), attribute, scope);
    }

    @ParameterizedTest
    @MethodSource("places")
    void an_attribute_has_the_value_of_its_expression(Attribute attribute, Scope scope) {
        assertTaken(config(scope, Map.of(property(attribute, scope), "${its.value}", "its.value", value(attribute)),
                Map.of(), attribute), attribute, scope);
        assertThat(problems(config(scope, Map.of(property(attribute, scope), "${no.value:}"), Map.of(), attribute)))
                .as("an empty default means the attribute's default").allSatisfy(problem -> assertThat(problem)
                        .doesNotContain("expression"));
    }

    @ParameterizedTest
    @MethodSource("places")
    void an_expression_without_a_value_is_refused(Attribute attribute, Scope scope) {
        String property = property(attribute, scope);

        assertThat(problems(config(scope, Map.of(property, "secret${no.value}${a.value}${b:c}", "a.value", "x"),
                Map.of(), attribute))).anySatisfy(problem -> assertThat(problem)
                        .startsWith("asynq: " + property + " has the expression ${no.value}, which has no value."))
                .noneSatisfy(problem -> assertThat(problem).contains("secret"));
    }

    @ParameterizedTest
    @MethodSource("places")
    void another_spelling_is_refused_with_the_right_one(Attribute attribute, Scope scope) {
        String key = attribute.key();
        for (UnaryOperator<String> spelling : List.<UnaryOperator<String>>of(AttributeTableTest::camelCase,
                it -> it.toUpperCase(Locale.ROOT), it -> it.replaceAll("[-.]", "_"), it -> it.replace('-', '.'),
                it -> it.replace('.', '-'), it -> it.replaceAll("[-.]", ""))) {
            if (!spelling.apply(key).equals(key)) {
                String wrong = scope.prefix(OWNERS.get(scope)) + spelling.apply(key);

                assertThat(problems(config(scope, Map.of(wrong, value(attribute)), Map.of(), attribute))).as(wrong)
                        .anySatisfy(problem -> assertThat(problem).contains(wrong, "did you mean " + key + "?"));
            }
        }
    }

    private static Stream<Arguments> ranges() {
        return Arrays.stream(Attribute.values()).filter(attribute -> AttributeRow.of(attribute).range() != null)
                .map(attribute -> Arguments.of(attribute, attribute.scopes().get(0),
                        AttributeRow.of(attribute).range()));
    }

    @ParameterizedTest
    @MethodSource("ranges")
    void a_value_outside_the_range_of_the_page_is_refused(Attribute attribute, Scope scope, String range) {
        boolean zero = range.startsWith("0 or ");
        String[] limits = range.replaceAll("0 or |at least |,", "").split(" to ");
        boolean isInt = attribute.type().equals("int");

        if (zero) {
            assertThat(problemsOf(attribute, scope, "0")).isEmpty();
        }
        assertThat(problemsOf(attribute, scope, limits[0])).isEmpty();
        assertThat(problemsOf(attribute, scope, beside(limits[0], isInt, -1))).isNotEmpty();
        if (limits.length > 1) {
            assertThat(problemsOf(attribute, scope, limits[1])).isEmpty();
            assertThat(problemsOf(attribute, scope, beside(limits[1], isInt, 1))).isNotEmpty();
        }
    }

    private static String beside(String limit, boolean isInt, int step) {
        return isInt ? String.valueOf(Integer.parseInt(limit) + step)
                : Durations.parse(limit).plusMillis(step).toMillis() + "ms";
    }

    private static List<String> problemsOf(Attribute attribute, Scope scope, String value) {
        return problems(config(scope, Map.of(property(attribute, scope), value), Map.of(), attribute));
    }

    @ParameterizedTest
    @EnumSource(names = { "CONNECT_TIMEOUT", "COMMAND_TIMEOUT", "MAX_CONNECTIONS", "TRUST_STORE",
            "TRUST_STORE_PASSWORD", "KEY_STORE", "KEY_STORE_PASSWORD", "TLS_VERIFY", "TLS_SERVER" })
    void how_a_connection_is_made_can_be_in_the_url(Attribute attribute) {
        StringBuilder url = new StringBuilder("rediss://h?" + attribute.key() + "=" + value(attribute));
        companions(attribute).forEach((key, value) -> url.append('&').append(key).append('=').append(value));

        assertThat(problems(config(Scope.CONNECTOR,
                Map.of(property(Attribute.URL, Scope.CONNECTOR), url.toString()), Map.of(), Attribute.URL))).isEmpty();
    }

    private static void assertTaken(Config config, Attribute attribute, Scope scope) {
        assertThat(problems(config)).isEmpty();
        assertThat(Properties.ofChannel(config, scope, OWNERS.get(scope)).own(attribute)).get()
                .extracting(property -> property.value()).isEqualTo(value(attribute));
    }

    private static List<String> problems(Config config) {
        return new ArrayList<>(ApplicationConfig.read(config).problems()).stream().map(Throwable::getMessage).toList();
    }

    private static Config config(Scope scope, Map<String, String> properties, Map<String, String> environment,
            Attribute attribute) {
        Map<String, String> all = new TreeMap<>();
        companions(attribute).forEach((key, value) -> all.put(scope.prefix(OWNERS.get(scope)) + key, value));
        all.put("mp.messaging.incoming.emails.connector", "asynq");
        all.put("mp.messaging.outgoing.send.connector", "asynq");
        if (attribute != Attribute.SPEC) {
            all.put("mp.messaging.connector.asynq.cron.nightly.spec", "@daily");
        }
        all.putAll(properties);
        return new SmallRyeConfigBuilder().addDefaultInterceptors()
                .withSources(new PropertiesConfigSource(all, "file", 100), new EnvConfigSource(environment, 300))
                .build();
    }

    private static String property(Attribute attribute, Scope scope) {
        return scope.prefix(OWNERS.get(scope)) + attribute.key();
    }

    private static String camelCase(String key) {
        StringBuilder text = new StringBuilder();
        for (String word : key.split("[-.]")) {
            text.append(text.isEmpty() ? word : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
        }
        return text.toString();
    }

    /** Attributes without which the attribute is refused. */
    private static Map<String, String> companions(Attribute attribute) {
        return switch (attribute) {
            case TRUST_STORE, KEY_STORE -> Map.of(attribute.key() + "-password", TestCertificate.PASSWORD);
            case LIMIT, LIMIT_KEY -> Map.of("max-running", "2");
            case DEAD_LETTER_TYPE -> Map.of("dead-letter-queue", "dead");
            case UNIQUE_KEY, UNIQUE_UNTIL, ON_DUPLICATE -> Map.of("unique-for", "1h");
            default -> Map.of();
        };
    }

    private static String value(Attribute attribute) {
        return switch (attribute) {
            case TRUST_STORE -> certificate.trustStore().toString();
            case KEY_STORE -> certificate.keyStore().toString();
            case TRUST_STORE_PASSWORD, KEY_STORE_PASSWORD -> TestCertificate.PASSWORD;
            default -> AttributeRow.of(attribute).example();
        };
    }
}
