package io.github.asynqee.bench.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApplicationVariantTest {

    private static final String CLASSES = "WEB-INF/classes/io/github/asynqee/bench/war/";

    @TempDir
    private Path directory;

    private static final String MEMORY = CLASSES + "memory/MemoryHandler.class";
    private static final String TASKS = CLASSES + "tasks/BenchHandler.class";
    private static final String LIBRARY = "WEB-INF/lib/asynq-connector.jar";
    private static final String CONFIGURATION = "WEB-INF/classes/META-INF/microprofile-config.properties";
    private static final List<String> ALWAYS = List.of("WEB-INF/beans.xml", CLASSES + "BenchApplication.class");

    private List<String> packed(ApplicationVariant variant) throws IOException {
        Path war = war(ALWAYS.get(0), ALWAYS.get(1), TASKS, MEMORY, LIBRARY, CONFIGURATION);
        try (ZipFile zip = new ZipFile(variant.pack(war, directory.resolve("new")).toFile())) {
            List<String> names = zip.stream().map(ZipEntry::getName).toList();
            for (String name : names) {
                assertThat(zip.getInputStream(zip.getEntry(name))).hasContent("content of " + name);
            }
            assertThat(names).containsAll(ALWAYS);
            return names.stream().filter(name -> !ALWAYS.contains(name)).toList();
        }
    }

    @Test
    void nothing_that_handles_messages_is_in_the_empty_application() throws IOException {
        assertThat(packed(ApplicationVariant.EMPTY)).isEmpty();
    }

    @Test
    void messaging_alone_has_neither_the_connector_nor_its_configuration() throws IOException {
        assertThat(packed(ApplicationVariant.MESSAGING)).containsExactly(MEMORY);
    }

    @Test
    void with_the_connector_messages_take_no_way_in_memory() throws IOException {
        assertThat(packed(ApplicationVariant.CONNECTOR)).containsExactly(TASKS, LIBRARY, CONFIGURATION);
    }

    private Path war(String... names) throws IOException {
        Path war = directory.resolve("bench.war");
        try (OutputStream file = Files.newOutputStream(war); ZipOutputStream out = new ZipOutputStream(file)) {
            for (String name : names) {
                out.putNextEntry(new ZipEntry(name));
                out.write(("content of " + name).getBytes());
            }
        }
        return war;
    }
}
