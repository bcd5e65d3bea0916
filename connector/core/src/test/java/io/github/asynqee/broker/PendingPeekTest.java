package io.github.asynqee.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.asynqee.redis.KeySpace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;

@Timeout(60)
class PendingPeekTest extends BrokerTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    @Test
    void a_pending_task_is_seen_at_once_and_nothing_is_changed() {
        store(Tasks.pending("default", "t1"), Tasks.pending("default", "t2"));
        KeySpace before = dump();

        try (PendingPeek peek = broker.pendingPeek("default")) {
            assertThat(peek.await(LONG)).isTrue();
            assertThat(peek.await(LONG)).isTrue();
        }
        dump().assertSameAs(before);
    }

    @Test
    void an_empty_queue_is_waited_for_no_longer_than_allowed() {
        try (PendingPeek peek = broker.pendingPeek("default")) {
            assertThat(peek.await(Duration.ofMillis(20))).isFalse();
            assertThat(peek.await(Duration.ZERO)).isFalse();
        }
        assertThat(dump().keys()).isEmpty();
    }

    @Test
    void a_task_that_arrives_ends_the_wait() throws Exception {
        try (PendingPeek peek = broker.pendingPeek("default")) {
            CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(() -> peek.await(LONG));
            awaitBlockedClient();

            store(Tasks.pending("default", "t1"));

            assertThat(waiting.get(20, TimeUnit.SECONDS)).isTrue();
            assertThat(list(DEFAULT.pending())).containsExactly("t1");
        }
    }

    @Test
    void closing_ends_the_wait() {
        PendingPeek peek = broker.pendingPeek("default");
        CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(() -> peek.await(LONG));
        awaitBlockedClient();

        peek.close();

        assertThat(waiting).failsWithin(Duration.ofSeconds(20)).withThrowableThat()
                .withCauseInstanceOf(BrokerException.class);
        assertThatThrownBy(() -> peek.await(LONG)).isInstanceOf(BrokerException.class);
    }

    @Test
    void after_a_broken_connection_the_next_wait_connects_anew() {
        try (PendingPeek peek = broker.pendingPeek("default")) {
            CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(() -> peek.await(LONG));
            awaitBlockedClient();
            redis.at(DEFAULT.pending()).sendCommand(Protocol.Command.CLIENT, "KILL", "TYPE",
                    "normal", "SKIPME", "yes");

            assertThat(waiting).failsWithin(Duration.ofSeconds(20)).withThrowableThat()
                    .withCauseInstanceOf(BrokerUnavailableException.class);
            assertThat(peek.await(Duration.ofMillis(20))).isFalse();
        }
    }

    @Test
    void what_is_no_list_is_refused() {
        redis.at(DEFAULT.pending()).set(DEFAULT.pending(), "text");

        try (PendingPeek peek = broker.pendingPeek("default")) {
            assertThatThrownBy(() -> peek.await(LONG)).isExactlyInstanceOf(BrokerException.class)
                    .hasMessageContaining("WRONGTYPE");
            redis.at(DEFAULT.pending()).del(DEFAULT.pending());
            assertThat(peek.await(Duration.ofMillis(20))).isFalse();
        }
    }

    @Test
    void a_wait_that_redis_ends_may_be_tried_again() throws Exception {
        try (PendingPeek peek = broker.pendingPeek("default")) {
            CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(() -> peek.await(LONG));
            awaitBlockedClient();
            Jedis jedis = redis.at(DEFAULT.pending());
            Matcher blocked = Pattern.compile("id=(\\d+) .*cmd=blmove").matcher(jedis.clientList());
            assertThat(blocked.find()).isTrue();
            jedis.sendCommand(Protocol.Command.CLIENT, "UNBLOCK", blocked.group(1), "ERROR");

            assertThat(waiting).failsWithin(Duration.ofSeconds(20)).withThrowableThat()
                    .withCauseInstanceOf(BrokerUnavailableException.class).withMessageContaining("UNBLOCKED");
            assertThat(peek.await(Duration.ofMillis(20))).isFalse();
        }
    }

    /** Redis says when a client waits. */
    private void awaitBlockedClient() {
        while (!redis.at(DEFAULT.pending()).info("clients").contains("blocked_clients:1")) {
            Thread.onSpinWait();
        }
    }
}
