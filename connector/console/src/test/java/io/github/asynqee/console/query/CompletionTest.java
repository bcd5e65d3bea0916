package io.github.asynqee.console.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import io.github.asynqee.Task;
import io.github.asynqee.console.mask.Masking;
import io.github.asynqee.console.query.Completion.Offer;
import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.RedisForTests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

class CompletionTest {

    private static final RedisForTests REDIS = RedisForTests.shared();

    private final ConsoleRedis redis = new ConsoleRedis("default", REDIS.url(), Thread::new);
    private final Masking masking = new Masking(List.of("/password", "/cards/*/number", "/token"));
    private final Completion completion = new Completion(redis.inspector(), masking.view());

    @BeforeEach
    void clear() {
        REDIS.clear();
    }

    @AfterEach
    void close() {
        redis.close();
    }

    private void enqueue(String queue, String type, String payload, Map<String, String> headers) {
        redis.client().enqueue(Task.of(type, payload.getBytes(StandardCharsets.UTF_8)).queue(queue).headers(headers));
    }

    private List<String> offers(NameKind kind, String part, String... queues) {
        return completion.offers(kind, List.of(queues), part, 20).stream().map(Offer::value).toList();
    }

    @Test
    void types_that_begin_so_come_first_then_the_frequent_ones() {
        enqueue("a", "resend", "", Map.of());
        enqueue("a", "send:two", "", Map.of());
        enqueue("a", "send:two", "", Map.of());
        enqueue("b", "send:one", "", Map.of());
        enqueue("b", "other", "", Map.of());

        assertThat(offers(NameKind.TYPE, "SEND", "a", "b")).containsExactly("send:two", "send:one", "resend");
        assertThat(offers(NameKind.TYPE, "", "b")).containsExactly("other", "send:one");
        assertThat(offers(NameKind.TYPE, "", "none")).isEmpty();
    }

    @Test
    void no_user_waits_for_the_samples_of_another() throws Exception {
        try (EmbeddedRedis server = EmbeddedRedis.start();
                ConsoleRedis own = new ConsoleRedis("default", server.url(), Thread::new)) {
            own.client().enqueue(Task.of("known", new byte[0]).queue("a"));
            Completion shared = new Completion(own.inspector(), masking.view());
            assertThat(shared.offers(NameKind.TYPE, List.of("a"), "", 20)).hasSize(1);
            server.pause();
            Thread other = new Thread(() -> shared.offers(NameKind.TYPE, List.of("b"), "", 20));
            other.setUncaughtExceptionHandler((thread, e) -> {
                // Redis answers too late for it
            });
            other.start();
            await().until(shared::isReading);

            assertThat(shared.offers(NameKind.TYPE, List.of("a", "b"), "", 20)).extracting(Offer::value)
                    .containsExactly("known");
            assertThat(shared.isReading()).isTrue();
            server.resume();
            other.join();
        }
    }

    @Test
    void what_is_masked_is_not_offered() {
        enqueue("a", "t", "{\"to\":\"Ann\",\"password\":\"x\",\"cards\":[{\"number\":1,\"owner name\":\"A\"}]}",
                Map.of("tenant", "blue", "token", "x"));

        assertThat(offers(NameKind.PAYLOAD, "", "a")).containsExactlyInAnyOrder("to", "cards.\"owner name\"");
        assertThat(offers(NameKind.HEADER, "", "a")).containsExactly("tenant");
    }

    @Test
    void a_sample_is_read_once_and_reads_few_tasks() {
        for (int i = 0; i < 500; i++) {
            enqueue("a", "t" + i, "{\"n\":1}", Map.of());
        }
        assertThat(completion.offers(NameKind.TYPE, List.of("a"), "", 1_000)).hasSize(20);
        try (Jedis jedis = new Jedis(REDIS.host(), REDIS.port())) {
            String before = commands(jedis);

            assertThat(offers(NameKind.PAYLOAD, "N", "a")).containsExactly("n");

            assertThat(commands(jedis)).isEqualTo(before);
        }
    }

    /** The calls of each command, except the command that this test sends. */
    private static String commands(Jedis jedis) {
        return jedis.info("commandstats").lines().filter(line -> !line.startsWith("cmdstat_info")
                && !line.startsWith("cmdstat_client")).map(line -> line.replaceAll(",usec.*", "")).toList().toString();
    }

    @Test
    void hostile_payloads_are_left_out() {
        enqueue("a", "t", "[".repeat(20_000), Map.of());
        enqueue("a", "t", "{\"" + "x".repeat(500) + "\":1,\"\":2,\"ok\":{\"a.b\":true}}", Map.of());

        assertThat(offers(NameKind.PAYLOAD, "", "a")).containsExactly("ok.\"a.b\"");
    }
}
