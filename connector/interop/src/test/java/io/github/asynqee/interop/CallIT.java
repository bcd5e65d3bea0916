package io.github.asynqee.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.TaskFailedException;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.Test;

/**
 * A caller in Java gets the bytes that a handler of Go asynq writes to its {@code ResultWriter}, or the handler's
 * error.
 */
class CallIT {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @Test
    void a_caller_gets_the_results_and_errors_of_handlers_in_go() throws Exception {
        try (EmbeddedRedis redis = EmbeddedRedis.start(); AsynqClient client = Asynq.connect(redis.url())) {
            Process worker = new ProcessBuilder(System.getProperty("interop.worker"), "127.0.0.1:" + redis.port())
                    .inheritIO().start();
            try {
                List<CompletableFuture<String>> results = new ArrayList<>();
                for (int i = 0; i < 200; i++) {
                    results.add(client.call(Task.of("echo", "task " + i), String.class, LIMIT).toCompletableFuture());
                }
                for (int i = 0; i < results.size(); i++) {
                    assertThat(results.get(i).get(LIMIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo("from Go: task " + i);
                }
                assertThatThrownBy(() -> client.call(Task.of("fail", "7"), String.class, LIMIT).toCompletableFuture()
                        .get(LIMIT.toSeconds(), TimeUnit.SECONDS)).cause().isInstanceOfSatisfying(
                                TaskFailedException.class, e -> assertThat(e.error()).contains("no such invoice: 7"));
            } finally {
                worker.destroyForcibly().waitFor();
            }
        }
    }
}
