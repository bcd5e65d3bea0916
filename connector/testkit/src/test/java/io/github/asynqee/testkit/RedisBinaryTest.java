package io.github.asynqee.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RedisBinaryTest {

    @AfterEach
    void forgetProperty() {
        System.clearProperty(RedisBinary.PROPERTY);
    }

    @Test
    void is_the_one_that_the_system_property_names() {
        System.setProperty(RedisBinary.PROPERTY, "/bin/sh");

        assertThat(RedisBinary.locate()).isEqualTo(Path.of("/bin/sh"));
    }

    @Test
    void a_configured_file_that_cannot_be_executed_is_refused_by_name() {
        System.setProperty(RedisBinary.PROPERTY, "/no/such/redis-server");

        assertThatThrownBy(RedisBinary::locate)
                .isInstanceOf(RedisStartException.class)
                .hasMessageContaining("/no/such/redis-server")
                .hasMessageContaining(RedisBinary.PROPERTY);
    }
}
