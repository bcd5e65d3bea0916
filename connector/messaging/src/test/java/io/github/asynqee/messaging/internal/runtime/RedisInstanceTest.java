package io.github.asynqee.messaging.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import jakarta.json.bind.JsonbBuilder;

import io.github.asynqee.internal.thread.StopTime;
import io.github.asynqee.messaging.MapConfig;
import io.github.asynqee.messaging.internal.config.ConnectorConfig;
import io.github.asynqee.messaging.internal.events.EventBridge;
import io.github.asynqee.messaging.internal.events.EventObservers;
import io.github.asynqee.messaging.internal.payload.LazyJsonb;
import io.github.asynqee.messaging.internal.payload.Payloads;
import org.junit.jupiter.api.Test;

class RedisInstanceTest {

    @Test
    void its_state_can_be_read_during_a_shutdown() throws Exception {
        RedisInstance instance = new RedisInstance("redis://127.0.0.1:1", ConnectorConfig.read(new MapConfig(Map.of())),
                Map.of(),
                new Payloads(new LazyJsonb(JsonbBuilder::create)),
                new EventBridge(null, new EventObservers(), Thread::new), Thread::new);
        try {
            // a stop holds this lock until the worker has ended
            synchronized (instance) {
                assertThat(CompletableFuture.supplyAsync(instance::hasWorker).get(20, TimeUnit.SECONDS)).isFalse();
                assertThat(CompletableFuture.supplyAsync(instance::queues).get(20, TimeUnit.SECONDS)).isEmpty();
            }
        } finally {
            instance.close(StopTime.of(Duration.ofSeconds(2)));
        }
    }
}
