package io.github.asynqee.bench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

import io.github.asynqee.bench.redis.Queues;
import io.github.asynqee.bench.redis.RedisMeter;
import io.github.asynqee.bench.subject.Command;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Older builds of the engine, the packed application and native builds. */
class BuildsTest {

    @TempDir
    Path folder;

    @AfterEach
    void clearProperty() {
        System.clearProperty(OlderBuild.PROPERTY);
    }

    private Map<String, Long> handleTenTasks(Path engine) {
        OlderBuild older = new OlderBuild(engine, Optional.empty(), Optional.empty());
        try (RedisMeter redis = RedisMeter.start();
                Subject core = ProcessSubject.core("older", "core", folder.resolve("core.log"), List.of(),
                        older.classPath())) {
            core.send(Command.of("expect").with("tasks", 10));
            core.send(redis.to(Command.of("start")).with("queues", "q:1").with("concurrency", 1));
            redis.fill("q", 10, 100);
            Map<String, Long> summary = core.send(Command.of("await").with("tasks", 10).with("within", 20_000));
            core.send(Command.of("stop"));
            assertThat(new Queues(redis, List.of("q")).leftovers()).isEmpty();
            return summary;
        }
    }

    @Test
    void the_subject_runs_on_the_older_engine() throws IOException {
        assertThat(handleTenTasks(OlderEngine.jar(folder, "nothing"))).containsEntry("distinct", 10L);
    }

    @Test
    void a_class_that_the_older_engine_lacks_is_not_taken_from_the_present_one_but_reported() throws IOException {
        Path engine = OlderEngine.jar(folder, "HandlerLane.class");

        assertThatThrownBy(() -> handleTenTasks(engine)).hasMessageContaining("NoClassDefFoundError")
                .hasMessageContaining("HandlerLane");
    }

    @Test
    void jars_are_found_in_a_folder_to_which_they_were_copied_and_in_a_checkout() throws IOException {
        System.setProperty(OlderBuild.PROPERTY, folder.toString());
        assertThatThrownBy(OlderBuild::find).hasMessageContaining("has no asynq-core-");

        Path core = file("connector/core/target/asynq-core-0.1.0-SNAPSHOT.jar");
        file("connector/core/target/asynq-core-0.1.0-SNAPSHOT-sources.jar");
        file("sample-war/target/sample/WEB-INF/lib/asynq-core-0.1.0-SNAPSHOT.jar");
        assertThat(OlderBuild.find()).isEqualTo(new OlderBuild(core, Optional.empty(), Optional.empty()));

        Path connector = file("connector/messaging/target/asynq-connector-0.1.0-SNAPSHOT.jar");
        Path redis = file("connector/redis/target/asynq-redis-0.1.0-SNAPSHOT.jar");
        assertThat(OlderBuild.find()).isEqualTo(new OlderBuild(core, Optional.of(redis), Optional.of(connector)));

        file("asynq-core-0.2.0.jar");
        assertThatThrownBy(OlderBuild::find).hasMessageContaining("more than one");
    }

    private Path file(String name) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, "older " + file.getFileName());
    }

    @Test
    void the_application_has_the_libraries_of_the_sample_and_the_classes_of_the_benchmark() throws IOException {
        List<String> kept = List.of("WEB-INF/beans.xml", "WEB-INF/lib/asynq-core-2.jar",
                "WEB-INF/lib/asynq-connector-2.jar", "WEB-INF/lib/jedis-8.jar", "WEB-INF/lib/asynq-redis-2.jar");
        Path sample = folder.resolve("sample.war");
        try (OutputStream file = Files.newOutputStream(sample); ZipOutputStream out = new ZipOutputStream(file)) {
            for (String name : kept) {
                out.putNextEntry(new ZipEntry(name));
                out.write(("current " + name).getBytes());
            }
            out.putNextEntry(new ZipEntry("WEB-INF/classes/Sample.class"));
            out.putNextEntry(new ZipEntry("WEB-INF/classes/META-INF/microprofile-config.properties"));
            out.putNextEntry(new ZipEntry("index.html"));
        }
        Path core = file("asynq-core-1.jar");
        Optional<Path> connector = Optional.of(file("asynq-connector-1.jar"));
        OlderBuild older = new OlderBuild(core, Optional.of(file("asynq-redis-1.jar")), connector);

        Path war = ServerWar.pack(sample, Optional.of(older), Map.of(), folder.resolve("new/bench.war"));

        try (ZipFile zip = new ZipFile(war.toFile())) {
            assertThat(zip.stream().map(ZipEntry::getName)).containsAll(kept)
                    .contains("WEB-INF/classes/io/github/asynqee/bench/subject/BenchHandler.class")
                    .doesNotContain("WEB-INF/classes/Sample.class", "index.html");
            assertThat(zip.getInputStream(zip.getEntry(kept.get(1)))).hasContent("older asynq-core-1.jar");
            assertThat(zip.getInputStream(zip.getEntry(kept.get(2)))).hasContent("older asynq-connector-1.jar");
            assertThat(zip.getInputStream(zip.getEntry(kept.get(3)))).hasContent("current " + kept.get(3));
            assertThat(zip.getInputStream(zip.getEntry(kept.get(4)))).hasContent("older asynq-redis-1.jar");
        }

        Command start = Command.parse("start queues=a:1,b:1 concurrency=3 spread=true");
        Path whole = ServerWar.pack(sample, Optional.of(new OlderBuild(core, Optional.empty(), connector)),
                SpreadChannels.files(start), folder.resolve("whole/bench.war"));
        try (ZipFile zip = new ZipFile(whole.toFile())) {
            assertThat(zip.getEntry(kept.get(4))).as("the engine's jar has it").isNull();
            assertThat(zip.getEntry("WEB-INF/classes/io/github/asynqee/bench/subject/SpreadChannels.class"))
                    .as("a handler for each queue").isNotNull();
            assertThat(zip.getInputStream(zip.getEntry("WEB-INF/classes/META-INF/microprofile-config.properties")))
                    .asString(StandardCharsets.UTF_8).contains("mp.messaging.incoming.bench.connector=asynq",
                            "spread-0.queues=a\n", "spread-1.queues=b\n", "spread-1.concurrency=3\n");
        }
    }

    @Test
    void a_failed_build_is_reported_with_its_reason() {
        assertThatThrownBy(() -> build("no-such-compiler")).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no-such-compiler cannot be run");
        assertThatThrownBy(() -> build("sh", "-c", "echo go: downloading x; echo module is not available; exit 1"))
                .isInstanceOf(IllegalStateException.class).hasMessage("sh fails: module is not available");
    }

    private void build(String... command) {
        NativeBuild.run(folder, folder.resolve("log"), List.of(command));
    }

    @Test
    void sources_are_found_from_within_the_checkout() {
        assertThat(NativeBuild.sources("go/asynq").resolve("go.mod")).exists();
        assertThat(NativeBuild.sources("c").resolve("ceiling.c")).exists();
    }
}
