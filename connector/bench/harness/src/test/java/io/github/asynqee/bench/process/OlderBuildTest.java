package io.github.asynqee.bench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

import io.github.asynqee.bench.OlderEngine;
import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.contender.Order;
import io.github.asynqee.bench.redis.JedisRedisMeter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OlderBuildTest {

    @TempDir
    Path folder;

    @AfterEach
    void forgetFolder() {
        System.clearProperty(OlderBuild.PROPERTY);
    }

    private Map<String, Long> handleTenTasks(Path engine) {
        OlderBuild older = new OlderBuild(engine, Optional.empty());
        try (JedisRedisMeter redis = JedisRedisMeter.start();
                Contender core = CoreProcess.start("older", "core", folder.resolve("core.log"), List.of(), older)) {
            core.ask(Order.to("expect").with("tasks", 10));
            core.ask(Order.to("start").with("redis", redis.address()).with("queues", "q:1").with("concurrency", 1));
            redis.fill("q", 10, 100);
            return core.ask(Order.to("await").with("tasks", 10).with("within", 20_000));
        }
    }

    @Test
    void the_contender_runs_on_the_other_engine() throws Exception {
        assertThat(handleTenTasks(OlderEngine.jar(folder, "nothing"))).containsEntry("distinct", 10L);
    }

    @Test
    void what_the_other_engine_lacks_is_not_taken_from_the_present_one_but_reported() throws Exception {
        Path engine = OlderEngine.jar(folder, "HandlerLane.class");

        assertThatThrownBy(() -> handleTenTasks(engine)).hasMessageContaining("NoClassDefFoundError")
                .hasMessageContaining("HandlerLane");
    }

    @Test
    void jars_are_found_in_a_folder_they_were_copied_to_and_in_a_checkout() throws IOException {
        System.setProperty(OlderBuild.PROPERTY, folder.toString());
        assertThatThrownBy(OlderBuild::find).hasMessageContaining("has no asynq-core-");

        Path core = file("connector/core/target/asynq-core-0.1.0-SNAPSHOT.jar");
        file("connector/core/target/asynq-core-0.1.0-SNAPSHOT-sources.jar");
        file("sample-war/target/sample/WEB-INF/lib/asynq-core-0.1.0-SNAPSHOT.jar");
        assertThat(OlderBuild.find()).isEqualTo(new OlderBuild(core, Optional.empty()));

        Path connector = file("connector/messaging/target/asynq-connector-0.1.0-SNAPSHOT.jar");
        assertThat(OlderBuild.find()).isEqualTo(new OlderBuild(core, Optional.of(connector)));

        file("asynq-core-0.2.0.jar");
        assertThatThrownBy(OlderBuild::find).hasMessageContaining("more than one");
    }

    private Path file(String name) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, "older " + file.getFileName());
    }

    @Test
    void of_an_application_only_engine_and_connector_are_replaced() throws IOException {
        Path war = folder.resolve("present.war");
        List<String> names = List.of("WEB-INF/lib/asynq-core-2.jar", "WEB-INF/lib/asynq-connector-2.jar",
                "WEB-INF/lib/jedis-8.jar", "WEB-INF/beans.xml");
        try (OutputStream file = Files.newOutputStream(war); ZipOutputStream out = new ZipOutputStream(file)) {
            for (String name : names) {
                out.putNextEntry(new ZipEntry(name));
                out.write(("present " + name).getBytes());
            }
        }
        OlderBuild older = new OlderBuild(file("asynq-core-1.jar"), Optional.of(file("asynq-connector-1.jar")));

        try (ZipFile zip = new ZipFile(older.war(war, folder.resolve("new")).toFile())) {
            assertThat(zip.stream().map(ZipEntry::getName)).containsExactlyElementsOf(names);
            assertThat(zip.getInputStream(zip.getEntry(names.get(0)))).hasContent("older asynq-core-1.jar");
            assertThat(zip.getInputStream(zip.getEntry(names.get(1)))).hasContent("older asynq-connector-1.jar");
            assertThat(zip.getInputStream(zip.getEntry(names.get(2)))).hasContent("present " + names.get(2));
        }
    }
}
