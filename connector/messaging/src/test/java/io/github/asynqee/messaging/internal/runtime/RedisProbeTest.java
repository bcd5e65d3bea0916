package io.github.asynqee.messaging.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.asynqee.internal.broker.RedisStatus;
import io.github.asynqee.redis.BrokerException;
import org.junit.jupiter.api.Test;

class RedisProbeTest {

    private static final RedisStatus WELL = new RedisStatus("7.2.4", "noeviction", Duration.ofMillis(1));

    @Test
    void asks_once_for_many_who_want_to_know() {
        AtomicInteger asked = new AtomicInteger();
        RedisProbe probe = new RedisProbe(() -> {
            asked.incrementAndGet();
            return WELL;
        }, Thread::new);

        assertThat(probe.status()).isEqualTo(WELL);
        assertThat(probe.status()).isEqualTo(WELL);
        assertThat(asked).hasValue(1);
    }

    @Test
    void reports_the_status_of_redis() {
        RedisProbe probe = new RedisProbe(() -> {
            throw new BrokerException("NOAUTH", null);
        }, Thread::new);

        assertThatExceptionOfType(BrokerException.class).isThrownBy(probe::status).withMessage("NOAUTH");
    }

    @Test
    void an_error_is_reported_and_the_next_request_reads_again() {
        AtomicInteger asked = new AtomicInteger();
        RedisProbe probe = new RedisProbe(() -> {
            asked.incrementAndGet();
            throw new OutOfMemoryError("heap");
        }, Thread::new);

        assertThatExceptionOfType(BrokerException.class).isThrownBy(probe::status)
                .withMessage("java.lang.OutOfMemoryError: heap");
        await().until(() -> {
            assertThatExceptionOfType(BrokerException.class).isThrownBy(probe::status);
            return asked.get() > 1;
        });
    }

    @Test
    void a_factory_without_threads_is_reported() {
        RedisProbe probe = new RedisProbe(() -> WELL, work -> null);

        assertThatExceptionOfType(BrokerException.class).isThrownBy(probe::status).withMessageContaining("no thread");
    }

    @Test
    void does_not_wait_long_for_a_redis_that_does_not_answer() {
        CountDownLatch end = new CountDownLatch(1);
        RedisProbe probe = new RedisProbe(() -> {
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return WELL;
        }, Thread::new);

        assertThatExceptionOfType(BrokerException.class).isThrownBy(probe::status).withMessageContaining("no reply");
        end.countDown();
    }
}
