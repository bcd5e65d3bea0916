package io.github.asynqee.bench;

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

class EmptyApplicationTest {

    private static final String CLASSES = "WEB-INF/classes/io/github/asynqee/bench/war/";

    @TempDir
    private Path directory;

    @Test
    void the_connector_its_configuration_and_what_needs_it_are_left_out() throws IOException {
        Path war = war("WEB-INF/beans.xml", CLASSES + "BenchApplication.class", CLASSES + "tasks/BenchHandler.class",
                "WEB-INF/lib/asynq-connector.jar", "WEB-INF/classes/META-INF/microprofile-config.properties",
                "WEB-INF/jboss-web.xml");

        Path stripped = EmptyApplication.strip(war, directory.resolve("new/empty.war"));

        try (ZipFile zip = new ZipFile(stripped.toFile())) {
            List<String> names = zip.stream().map(ZipEntry::getName).toList();
            assertThat(names).containsExactly("WEB-INF/beans.xml", CLASSES + "BenchApplication.class",
                    "WEB-INF/jboss-web.xml");
            for (String name : names) {
                assertThat(zip.getInputStream(zip.getEntry(name))).hasContent("content of " + name);
            }
        }
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
