package io.github.asynqee.messaging.internal.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;

import io.github.asynqee.messaging.MapConfig;
import org.junit.jupiter.api.Test;

class ShardCountsTest {

    private final Map<String, String> properties = new HashMap<>();

    private void set(String channel, String attribute, String value) {
        properties.put("mp.messaging." + channel + ".connector", "asynq");
        properties.put("mp.messaging." + channel + "." + attribute, value);
    }

    private ApplicationConfig.Result read() {
        return ApplicationConfig.read(new MapConfig(properties));
    }

    @Test
    void without_the_attribute_no_queue_has_shards() {
        set("incoming.mails", "queue", "mails");

        assertThat(read().config().shards().of("redis://localhost:6379")).isEmpty();
    }

    @Test
    void the_highest_number_of_a_queue_counts() {
        set("incoming.mails", "queues", "mails=3,low=1");
        set("incoming.mails", "shards", "4");
        set("outgoing.out", "queue", "mails");
        set("outgoing.out", "shards", "8");
        set("outgoing.other", "queue", "other");
        set("outgoing.elsewhere", "queue", "mails");
        set("outgoing.elsewhere", "shards", "2");
        set("outgoing.elsewhere", "url", "redis://elsewhere");

        ShardCounts shards = read().config().shards();

        assertThat(shards.of("redis://localhost:6379")).isEqualTo(Map.of("mails", 8, "low", 4));
        assertThat(shards.of("redis://elsewhere")).isEqualTo(Map.of("mails", 2));
    }

    @Test
    void a_wrong_number_fails_the_deployment() {
        set("incoming.mails", "shards", "65");

        assertThat(read().problems()).singleElement().satisfies(problem -> assertThat(problem.getMessage())
                .contains("mp.messaging.incoming.mails.shards").contains("64").contains("65"));
    }
}
