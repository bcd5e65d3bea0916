package io.github.asynqee.bench.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;

import io.github.asynqee.bench.contender.Order;
import org.junit.jupiter.api.Test;

class ServerEnvironmentTest {

    @Test
    void a_start_becomes_properties_of_the_channel() {
        Order start = Order.parse("start redis=127.0.0.1:7000 queues=bench-a:6,bench-b:1 concurrency=50 handler=sleep"
                + " sleep=20 threads=virtual tuned=false");

        assertThat(ServerEnvironment.of(start)).isEqualTo(Map.of(
                "MP_MESSAGING_CONNECTOR_ASYNQ_URL", "redis://127.0.0.1:7000",
                "MP_MESSAGING_INCOMING_BENCH_QUEUES", "bench-a=6,bench-b=1",
                "MP_MESSAGING_INCOMING_BENCH_CONCURRENCY", "50",
                "MP_MESSAGING_INCOMING_BENCH_EXECUTOR", "virtual",
                "BENCH_SLEEP", "20"));
    }

    @Test
    void by_default_handlers_run_on_the_containers_threads_and_take_no_time() {
        Order start = Order.parse("start redis=127.0.0.1:7000 queues=bench:1 concurrency=1");

        assertThat(ServerEnvironment.of(start)).containsEntry("MP_MESSAGING_INCOMING_BENCH_EXECUTOR", "default")
                .containsEntry("BENCH_SLEEP", "0");
    }

    @Test
    void an_unknown_kind_of_threads_is_refused() {
        Order start = Order.parse("start redis=127.0.0.1:7000 queues=bench:1 concurrency=1 threads=green");

        assertThatThrownBy(() -> ServerEnvironment.of(start)).hasMessageContaining("green");
    }

    @Test
    void the_only_channel_may_have_the_beginning_of_a_type_but_there_is_no_second_one() {
        Order start = Order.parse("start redis=127.0.0.1:7000 queues=bench:1 concurrency=1");
        Order typed = start.with("channels", "bench:");

        assertThat(ServerEnvironment.of(typed)).containsEntry("MP_MESSAGING_INCOMING_BENCH_TYPE", "bench:");
        assertThat(ServerEnvironment.of(start)).doesNotContainKey("MP_MESSAGING_INCOMING_BENCH_TYPE");
        assertThat(ServerEnvironment.canSay(start)).isTrue();
        assertThat(ServerEnvironment.canSay(typed)).isTrue();
        assertThat(ServerEnvironment.canSay(start.with("channels", "a:,b:"))).isFalse();
        assertThat(ServerEnvironment.canSay(typed.with("worker", "x"))).isFalse();
    }
}
