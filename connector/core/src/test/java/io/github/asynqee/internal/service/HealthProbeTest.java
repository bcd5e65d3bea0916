package io.github.asynqee.internal.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;
import io.github.asynqee.redis.TcpProxy;
import io.github.asynqee.redis.TestRedis;
import org.junit.jupiter.api.Test;

class HealthProbeTest {

    @Test
    void the_callback_gets_empty_after_a_good_check_and_the_error_after_a_failed_one() {
        List<Optional<BrokerException>> told = new ArrayList<>();
        try (TcpProxy network = TcpProxy.to(TestRedis.SINGLE.port());
                Broker broker = RedisBroker.connect(RedisConfig.of(network.url()))) {
            HealthProbe probe = new HealthProbe(broker, told::add);

            probe.runOnce();
            network.cut();
            probe.runOnce();
            network.heal();
            probe.runOnce();
        }

        assertThat(told).satisfiesExactly(well -> assertThat(well).isEmpty(),
                away -> assertThat(away).containsInstanceOf(BrokerException.class),
                well -> assertThat(well).isEmpty());
        assertThat(told.get(1).orElseThrow()).isNotNull().satisfiesAnyOf(
                error -> assertThat(error).isInstanceOf(BrokerUnavailableException.class),
                error -> assertThat(error).hasMessageContaining("did not answer"));
    }
}
