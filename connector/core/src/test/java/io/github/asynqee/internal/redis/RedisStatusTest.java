package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import io.github.asynqee.internal.broker.RedisStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedisStatusTest extends BrokerTest {

    @Test
    void redis_says_what_it_is() {
        RedisStatus status = broker.status();

        assertThat(status.version()).matches("\\d+\\.\\d+\\.\\d+");
        assertThat(status.isAtLeast(6, 2)).isTrue();
        assertThat(status.maxmemoryPolicy()).isEqualTo("noeviction");
        assertThat(status.keepsEverything()).isTrue();
        assertThat(status.roundTrip()).isPositive();
    }

    @ParameterizedTest
    @CsvSource({ "7.2.4, 6, 2, true", "6.2.0, 6, 2, true", "6.0.9, 6, 2, false", "5.0.14, 6, 2, false",
            "10.0, 9, 9, true", "8, 7, 2, true", "7, 7, 1, false", "6.2-rc1, 6, 2, true", "6.x, 6, 2, false" })
    void versions_are_compared_as_numbers(String version, int major, int minor, boolean atLeast) {
        assertThat(new RedisStatus(version, "", Duration.ZERO).isAtLeast(major, minor)).isEqualTo(atLeast);
    }

    @ParameterizedTest
    @ValueSource(strings = { "", "unknown", "x.y.z", ".", "..", "unstable-1", "99999999999.0" })
    void a_version_that_is_not_known_is_not_known_to_be_older(String version) {
        assertThat(new RedisStatus(version, "", Duration.ZERO).isAtLeast(6, 2)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({ "noeviction, true", "'', true", "allkeys-lru, false", "volatile-ttl, false" })
    void only_without_eviction_nothing_is_lost(String policy, boolean keeps) {
        assertThat(new RedisStatus("7.0.0", policy, Duration.ZERO).keepsEverything()).isEqualTo(keeps);
    }
}
