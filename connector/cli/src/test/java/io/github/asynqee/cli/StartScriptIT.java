package io.github.asynqee.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/asynq} with the runnable jar. */
@SomeDays(oneIn = 3)
class StartScriptIT {

    private static final Path JAR = Path.of(System.getProperty("asynq.jar"));

    @TempDir
    private Path cache;

    private EmbeddedRedis redis;

    @BeforeEach
    void start() {
        redis = EmbeddedRedis.builder().start();
        try (AsynqClient client = Asynq.connect(redis.url())) {
            client.enqueue(Task.of("email:welcome", "{}"));
        }
    }

    @AfterEach
    void stop() {
        redis.close();
    }

    private static Output run(Path cache, List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("XDG_CACHE_HOME", cache.toString());
        builder.environment().put("ASYNQ_JAR", JAR.toString());
        builder.environment().remove("JDK_JAVA_OPTIONS");
        Path out = Files.createTempFile("asynq", ".out");
        Process process = builder.redirectErrorStream(true).redirectOutput(out.toFile()).start();
        int exit = process.waitFor();
        String text = Files.readString(out);
        Files.delete(out);
        return new Output(exit, text);
    }

    /** The Java executable that the script starts. */
    private static String java() {
        String home = System.getenv("JAVA_HOME");
        return home == null || home.isEmpty() ? "java" : home + "/bin/java";
    }

    private Output asynq(Path cacheDirectory, String... arguments) throws IOException, InterruptedException {
        return run(cacheDirectory, Stream.concat(Stream.of("bin/asynq"), Stream.of(arguments)).toList());
    }

    private List<Path> files() {
        try (Stream<Path> files = Files.list(cache.resolve("asynq"))) {
            return files.toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    @Test
    void the_first_start_writes_an_archive_of_which_later_ones_load_their_classes() throws Exception {
        Output first = asynq(cache, "queue", "ls", "--uri", redis.url());

        assertThat(first).isEqualTo(new Output(0, "default\n"));
        await("the archive alone").atMost(Duration.ofMinutes(2))
                .until(() -> files().size() == 1 && files().get(0).toString().endsWith(".jsa"));
        assertThat(asynq(cache, "queue", "ls", "--uri", redis.url())).isEqualTo(first);
        Output loaded = run(cache,
                List.of(java(), "-Xlog:class+load", "-XX:SharedArchiveFile=" + files().get(0), "-jar",
                        JAR.toString(), "queue", "ls", "--uri", redis.url()));
        assertThat(loaded.text())
                .containsPattern("io\\.github\\.asynqee\\.cli\\.QueueCommand source: shared objects file");
    }

    @Test
    void it_runs_without_a_place_for_the_archive_and_passes_exit_codes_on() throws Exception {
        assertThat(asynq(JAR, "queue", "ls", "--uri", redis.url())).isEqualTo(new Output(0, "default\n"));
        assertThat(asynq(JAR, "queue", "inspect", "none", "--uri", redis.url()).exit()).isEqualTo(1);
        assertThat(asynq(JAR, "no-such-command").exit()).isEqualTo(2);
    }

    private record Output(int exit, String text) {}
}
