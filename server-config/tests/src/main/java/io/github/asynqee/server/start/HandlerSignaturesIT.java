package io.github.asynqee.server.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;
import static org.junit.jupiter.api.parallel.ExecutionMode.SAME_THREAD;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.server.OnOneServer;
import io.github.asynqee.server.QueueState;
import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.server.process.ServerPorts;
import io.github.asynqee.server.process.ServerProcess;
import io.github.asynqee.server.start.app.KeptSignatures;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import redis.clients.jedis.RedisClient;

/** Each signature that is deployed keeps a task that fails, the tasks beside it, and the task of a server that is killed. */
@Execution(CONCURRENT)
@OnOneServer
class HandlerSignaturesIT {

    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final List<String> CHANNELS = Arrays.stream(KeptSignatures.class.getMethods())
            .filter(method -> method.isAnnotationPresent(Incoming.class))
            .map(method -> method.getAnnotation(Incoming.class).value()).sorted().toList();
    /** An exception cancels their stream, with the tasks whose outcome is not written, and the lane gets no further task. */
    private static final List<String> STREAMS = Arrays.stream(KeptSignatures.class.getMethods())
            .filter(method -> method.isAnnotationPresent(Incoming.class)
                    && Arrays.stream(method.getParameterTypes())
                            .allMatch(it -> it.getSimpleName().contains("Publisher")))
            .map(method -> method.getAnnotation(Incoming.class).value()).toList();

    @Test
    @Execution(SAME_THREAD)
    void a_signature_that_is_deployed_loses_no_task() {
        try (EmbeddedRedis embedded = EmbeddedRedis.start();
                RedisClient redis = RedisClient.create(embedded.url());
                ServerProcess server = ServerProcess.of(ServerUnderTest.server(), ServerUnderTest.home())
                        .instance(ServerUnderTest.workFile("handler-signatures")).application(SmallApplication.none())
                        .ports(ServerPorts.free()).redisUrl(embedded.url()).start()) {
            server.awaitReady(Duration.ofSeconds(120));
            Path failing = application("failing");
            Path killed = application("killed");
            enqueue(embedded, failing, List.of("good", "bad", "next"));
            enqueue(embedded, killed, List.of("good", "slow", "next"));

            server.deploy(failing);
            server.deploy(killed);

            await().atMost(LIMIT)
                    .untilAsserted(
                            () -> assertThat(places(redis, failing)).allSatisfy(HandlerSignaturesIT::assertFailed));
            await().atMost(LIMIT).untilAsserted(() -> assertThat(places(redis, killed))
                    .allSatisfy((channel, places) -> assertThat(places)
                            .isEqualTo("good handled, slow active, next pending")));
            server.kill();
            assertThat(places(redis, killed)).allSatisfy(
                    (channel, places) -> assertThat(places).isEqualTo("good handled, slow active, next pending"));
        }
    }

    private static void assertFailed(String channel, String places) {
        if (STREAMS.contains(channel)) {
            assertThat(places).matches("good handled( and archived)?, bad archived, next pending");
        } else {
            assertThat(places).isEqualTo("good handled, bad archived, next handled");
        }
    }

    private static Path application(String name) {
        return SmallApplication.good(name, KeptSignatures.class);
    }

    private static String name(Path archive) {
        return archive.getFileName().toString().replace(".war", "");
    }

    private static void enqueue(EmbeddedRedis redis, Path archive, List<String> payloads) {
        try (AsynqClient client = Asynq.connect(redis.url())) {
            client.enqueueAll(CHANNELS.stream().flatMap(channel -> payloads.stream().map(payload -> Task
                    .of("any", payload).id(payload).queue(name(archive) + "-" + channel).maxRetry(0))).toList());
        }
    }

    /** Where each task of each channel is: in a state, or in the ledger. */
    private static Map<String, String> places(RedisClient redis, Path archive) {
        List<String> ledger = new QueueState(redis, name(archive)).payloads();
        Map<String, String> places = new TreeMap<>();
        CHANNELS.forEach(channel -> places.put(channel, String.join(", ", Stream
                .of("good", name(archive).equals("killed") ? "slow" : "bad", "next")
                .map(task -> task + " " + place(new QueueState(redis, name(archive) + "-" + channel), task,
                        ledger.contains(channel + " " + task)))
                .toList())));
        return places;
    }

    private static String place(QueueState queue, String task, boolean handled) {
        String state = queue.stateOf(task);
        return state == null ? handled ? "handled" : "lost" : handled ? "handled and " + state : state;
    }
}
