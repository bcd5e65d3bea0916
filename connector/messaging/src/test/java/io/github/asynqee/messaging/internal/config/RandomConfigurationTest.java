package io.github.asynqee.messaging.internal.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.asynqee.fixtures.RandomInput;
import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.messaging.MapConfig;
import io.github.asynqee.messaging.internal.config.property.Attribute;
import io.github.asynqee.messaging.internal.config.property.Scope;
import org.junit.jupiter.api.Test;

/** Random values of all attributes: each is accepted, or rejected with a message that names its property. */
@SomeDays(oneIn = 3)
class RandomConfigurationTest {

    private static final Map<Scope, String> PLACES = Map.of(Scope.CONNECTOR, "mp.messaging.connector.asynq.",
            Scope.INCOMING, "mp.messaging.incoming.emails.", Scope.OUTGOING, "mp.messaging.outgoing.send.", Scope.CRON,
            "mp.messaging.connector.asynq.cron.nightly.");
    private static final List<String> VALID = List.of("5", "true", "10s", "1h30m", "PT5M", "critical=6,default=3,low=1",
            "redis://user:password@localhost:6379/1", "redis-sentinel://a,b:26379?master=main", "0 6 * * *",
            "exponential:1s..1h~20%", "fixed:10s", "header:tenant", "100/1m", "2..3", "java.io.IOException",
            "bean:name", "default", "strict", "Europe/Berlin", "full");
    private static final int MAX_MESSAGE = 3_000;

    @Test
    void a_value_is_taken_or_refused_by_its_name() {
        RandomInput.cases(2_500, input -> {
            Attribute attribute = input.oneOf(Arrays.asList(Attribute.values()));
            Scope scope = input.oneOf(attribute.scopes());
            String property = PLACES.get(scope) + attribute.key();
            String value = input.text(
                    input.below(4) == 0 && attribute.defaultValue() != null ? attribute.defaultValue()
                            : input.oneOf(VALID));
            Map<String, String> values = new LinkedHashMap<>();
            values.put("mp.messaging.incoming.emails.connector", "asynq");
            values.put("mp.messaging.outgoing.send.connector", "asynq");
            if (scope == Scope.CRON) {
                values.put("mp.messaging.connector.asynq.cron.nightly.spec", "0 6 * * *");
                values.put("mp.messaging.connector.asynq.cron.nightly.type", "t");
            }
            values.put(property, value);

            ApplicationConfig.Result result = ApplicationConfig.read(new MapConfig(values));

            assertThat(result.problems()).as("%s=%s", property, value)
                    .allSatisfy(problem -> assertThat(problem.getMessage()).startsWith("asynq: ")
                            .contains(attribute.key()).hasSizeLessThan(MAX_MESSAGE));
            assertThat(result.config() == null).isEqualTo(!result.problems().isEmpty());
        });
    }

    @Test
    void a_name_of_a_property_is_known_or_refused() {
        RandomInput.cases(500, input -> {
            String property = input.text(
                    input.oneOf(List.copyOf(PLACES.values())) + input.oneOf(Arrays.asList(Attribute.values())).key());

            ApplicationConfig.Result result = ApplicationConfig.read(MapConfig.of(
                    "mp.messaging.incoming.emails.connector", "asynq", "mp.messaging.outgoing.send.connector", "asynq",
                    property, "1"));

            assertThat(result.problems()).as(property)
                    .allSatisfy(problem -> assertThat(problem.getMessage()).startsWith("asynq: "));
        });
    }
}
