package io.github.asynqee.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;

import jakarta.json.JsonObject;

import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.server.process.AppServer;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many tasks at once, good and bad ones. {@code -Dload.tasks=100000} makes them more. */
@Tag("thorough")
@ArquillianTest
@RunAsClient
@OnOneServer(AppServer.LIBERTY)
class LoadIT extends SampleTest {

    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final int BULK = 1_000;

    LoadIT() {
        super("default");
    }

    @Test
    void each_of_many_tasks_is_completed_exactly_once() {
        int tasks = Integer.getInteger("load.tasks", 20_000);
        long start = System.nanoTime();
        for (int sent = 0; sent < tasks; sent += BULK) {
            playground.sendAll(IntStream.range(sent, sent + BULK)
                    .mapToObj(i -> "{\"type\":\"play:echo\",\"id\":\"echo-" + i + "\",\"payload\":" + i + "}")
                    .toList());
        }
        await().atMost(LIMIT).until(() -> queue.processed() == tasks);
        double seconds = (System.nanoTime() - start) / 1e9;

        JsonObject echoes = playground.score().getJsonObject("types").getJsonObject("play:echo");
        assertThat(echoes.getInt("started")).isEqualTo(tasks);
        assertThat(echoes.getInt("succeeded")).isEqualTo(tasks);
        assertThat(echoes.getInt("distinctSucceeded")).isEqualTo(tasks);
        assertThat(queue.pending() + queue.active() + queue.leased() + queue.retrying() + queue.archived()).isZero();
        assertThat(queue.failed()).isZero();
        assertThat(redis.keys("asynq:{default}:t:*")).isEmpty();
        Figures.add(
                String.format(Locale.ROOT, "%s: %,d tasks enqueued over HTTP and handled in %.1f s, %,.0f per second",
                        ServerUnderTest.server(), tasks, seconds, tasks / seconds));
    }

    @Test
    void exactly_as_many_run_at_once_as_the_concurrency_says() {
        int tasks = 300;
        playground.sendAll(IntStream.range(0, tasks)
                .mapToObj(i -> "{\"type\":\"play:sleep\",\"payload\":{\"ms\":400}}").toList());

        await().atMost(LIMIT).until(() -> queue.processed() == tasks);
        assertThat(playground.count("play:sleep", "mostRunning")).isEqualTo(100);
        assertThat(playground.count("play:sleep", "succeeded")).isEqualTo(tasks);
    }

    @Test
    void malformed_tasks_harm_nobody_but_themselves() {
        int each = 250;
        Random random = new Random(42);
        for (int i = 0; i < each; i++) {
            byte[] noise = new byte[1 + random.nextInt(200)];
            random.nextBytes(noise);
            queue.plant("noise-" + i, noise);
            queue.plant("no-hash-" + i, null);
            queue.plant("wrong-json-" + i, message("play:sleep", "wrong-json-" + i, "{\"ms\":"));
            queue.plant("unknown-type-" + i, message("play:unknown", "unknown-type-" + i, "{}"));
            int first = 4 * i;
            playground.sendAll(IntStream.range(first, first + 4)
                    .mapToObj(n -> "{\"type\":\"play:echo\",\"id\":\"good-" + n + "\"}").toList());
        }

        // tasks of a type without a channel stay for other workers
        await().atMost(LIMIT).until(() -> queue.pending() == each && queue.active() == 0);

        assertThat(playground.count("play:echo", "distinctSucceeded")).isEqualTo(4 * each);
        assertThat(queue.archived()).isEqualTo(2 * each);
        assertThat(queue.retrying()).isZero();
        for (int i = 0; i < each; i++) {
            assertThat(queue.isOnlyIn("noise-" + i, "archived")).isTrue();
            assertThat(queue.message("noise-" + i).errorMessage()).contains("cannot be decoded");
            assertThat(queue.isGone("no-hash-" + i)).isTrue();
            assertThat(queue.message("wrong-json-" + i).errorMessage()).contains("play:sleep", "Pause");
            assertThat(queue.isOnlyIn("unknown-type-" + i, "pending")).isTrue();
        }
        playground.send("{\"type\":\"play:echo\",\"id\":\"afterwards\"}");
        await().atMost(LIMIT).until(() -> queue.isGone("afterwards"));
    }

    private static byte[] message(String type, String id, String payload) {
        return TaskMessage.builder(type, id, "default").payload(payload.getBytes(StandardCharsets.UTF_8)).maxRetry(25)
                .timeout(Duration.ofMinutes(30)).build().toBytes();
    }
}
