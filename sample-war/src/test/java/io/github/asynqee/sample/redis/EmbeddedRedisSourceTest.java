package io.github.asynqee.sample.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EmbeddedRedisSourceTest {

    private static final String URL = "mp.messaging.connector.asynq.url";

    @Test
    void all_sources_name_the_same_redis_until_the_application_ends() {
        EmbeddedRedisSource source = new EmbeddedRedisSource();

        assertThat(source.getPropertyNames()).containsExactly(URL);
        assertThat(source.getValue("mp.messaging.connector.asynq.queue")).isNull();
        assertThat(source.getProperties()).isEmpty();

        String url = source.getValue(URL);
        assertThat(url).startsWith("redis://127.0.0.1:");
        assertThat(new EmbeddedRedisSource().getValue(URL)).isEqualTo(url);

        new EmbeddedRedisEnd().stop(null);
        assertThat(source.getValue(URL)).isNull();
    }
}
