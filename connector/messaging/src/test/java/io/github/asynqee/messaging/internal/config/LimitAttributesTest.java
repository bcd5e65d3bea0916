package io.github.asynqee.messaging.internal.config;

import static io.github.asynqee.messaging.internal.config.ApplicationConfigTest.IN;
import static io.github.asynqee.messaging.internal.config.ApplicationConfigTest.problem;
import static io.github.asynqee.messaging.internal.config.ApplicationConfigTest.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;

import io.github.asynqee.messaging.internal.config.property.ConfigurationException;
import io.github.asynqee.worker.Limit;
import org.junit.jupiter.api.Test;

class LimitAttributesTest {

    @Test
    void a_limit_has_a_name_a_key_and_numbers() {
        assertThat(limit()).isNull();
        assertThat(limit("max-running", "2")).isEqualTo(Limit.of("emails", "queue", 2, null));
        assertThat(limit("limit", "stripe", "limit-key", "header:tenant", "rate-limit", "5/10s")).isEqualTo(
                Limit.of("stripe", "header:tenant", 0, new Limit.Rate(5, Duration.ofSeconds(10))));
        assertThat(limit("limit-key", "json:/customer/id", "rate-limit", "100/s"))
                .isEqualTo(Limit.of("emails", "json:/customer/id", 0, new Limit.Rate(100, Duration.ofSeconds(1))));

        assertThat(problem(IN + "max-running", "0")).contains(IN + "max-running=0", "from 1 to 10000");
        assertThat(problem(IN + "rate-limit", "100")).contains(IN + "rate-limit=100", "100/s, 5/10s");
        assertThat(problem(IN + "rate-limit", "1/2d")).contains(IN + "rate-limit=1/2d", "from 1ms to 24h");
        assertThat(problem(IN + "limit-key", "tenant")).contains(IN + "limit-key=tenant", "header:<name>");
        assertThat(limit("limit", "sema:stripe", "max-running", "2", "queues", "a,b"))
                .isEqualTo(Limit.of("sema:stripe", "queue", 2, null));
        assertThat(problem(IN + "limit", "sema:stripe")).contains(IN + "limit=sema:stripe", "with max-running");
        assertThat(problem(IN + "limit", "my limit")).contains(IN + "limit=my limit", "letters, digits");
    }

    private static Limit limit(String... attributes) {
        String[] properties = attributes.clone();
        for (int i = 0; i < properties.length; i += 2) {
            properties[i] = IN + properties[i];
        }
        return read(properties).incoming().get("emails").tasks().limit();
    }

    @Test
    void what_cannot_be_limited_is_refused() {
        assertThat(problem(IN + "max-running", "1", IN + "queues", "a,b")).contains(IN + "max-running",
                "several queues [a, b]");
        assertThat(problem(IN + "rate-limit", "1/s", IN + "shards", "4")).contains(IN + "rate-limit", "4 shards");
        assertThatThrownBy(() -> read(IN + "max-running", "1").incoming().get("emails").forGroups())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("channel emails has the limit emails and handles groups");
    }

    @Test
    void keys_that_take_turns_need_a_queue_of_their_own_and_no_limit() {
        assertThat(limit("fair-by", "header:tenant")).isEqualTo(new Limit.FairBy("header:tenant"));
        assertThat(limit("fair-by", "json:/customer/id").key()).isEqualTo("json:/customer/id");

        assertThat(problem(IN + "fair-by", "queue")).contains(IN + "fair-by=queue", "type, header:<name> or json:");
        assertThat(problem(IN + "fair-by", "header:the tenant")).contains("without spaces");
        assertThat(problem(IN + "fair-by", "type", IN + "max-running", "2")).contains(IN + "fair-by",
                IN + "max-running", "only one of them");
        assertThat(problem(IN + "fair-by", "type", IN + "queues", "a,b")).contains(IN + "fair-by",
                "several queues [a, b]");
        assertThat(problem(IN + "fair-by", "type", IN + "shards", "4")).contains("4 shards");
        assertThat(problem(IN + "fair-by", "type", IN + "type", "email:")).contains("types \"email:…\"",
                "all tasks of its queue");
        assertThat(problem(IN + "fair-by", "type", IN + "versions", "2..3")).contains("versions 2..3");
        assertThat(problem(IN + "fair-by", "type", IN + "limit", "fair:type")).contains("only one of them");
    }
}
