package io.github.asynqee.server.topology;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import io.github.asynqee.server.ServerUnderTest;

/** The sample and the console as archives with their own configurations, to be deployed beside each other. */
final class Archives {

    private static final String CONFIG = "WEB-INF/classes/META-INF/microprofile-config.properties";
    private static final String LIBRARIES = "WEB-INF/lib";

    private Archives() {}

    /** The sample below {@code /name/}, with properties added to its configuration. */
    static Path sample(String name, Map<String, String> config) {
        Path war = copy(ServerUnderTest.war(), name + ".war");
        try (FileSystem content = FileSystems.newFileSystem(war)) {
            append(content.getPath(CONFIG), config);
            for (String file : List.of("WEB-INF/ibm-web-ext.xml", "WEB-INF/jboss-web.xml")) {
                Path descriptor = content.getPath(file);
                Files.writeString(descriptor, Files.readString(descriptor).replace("\"/\"", "\"/" + name + "\"")
                        .replace(">/<", ">/" + name + "<"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return war;
    }

    /** The sample in an enterprise application, with the connector, all other libraries and the configuration in its directory {@code lib}. */
    static Path enterprise(String name, Map<String, String> config) {
        Path war = sample(name, config);
        Map<String, Path> content = new TreeMap<>(Map.of(name + ".war", war));
        try (FileSystem opened = FileSystems.newFileSystem(war);
                Stream<Path> libraries = Files.list(opened.getPath(LIBRARIES))) {
            for (Path library : libraries.toList()) {
                String file = library.getFileName().toString();
                content.put("lib/" + file, Files.move(library, target(name + "-" + file),
                        StandardCopyOption.REPLACE_EXISTING));
            }
            Path jar = target(name + "-config.jar");
            write(jar, Map.of("META-INF/microprofile-config.properties", opened.getPath(CONFIG)));
            Files.delete(opened.getPath(CONFIG));
            content.put("lib/config.jar", jar);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        content.put("META-INF/application.xml", descriptor(name));
        Path ear = target(name + ".ear");
        write(ear, content);
        return ear;
    }

    /** The console with Redis by name. */
    static Path console(Map<String, String> redis) {
        Path war = copy(ServerUnderTest.consoleWar(), "asynq-console.war");
        try (FileSystem content = FileSystems.newFileSystem(war)) {
            append(content.getPath(CONFIG), redis.entrySet().stream().collect(
                    Collectors.toMap(entry -> "asynq.console.redis." + entry.getKey() + ".url", Map.Entry::getValue)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return war;
    }

    private static void append(Path properties, Map<String, String> added) throws IOException {
        String own = Files.exists(properties) ? Files.readString(properties) : "";
        Files.createDirectories(properties.getParent());
        Files.writeString(properties, added.entrySet().stream().map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining("\n", own + "\n", "\n")));
    }

    private static Path descriptor(String name) {
        try {
            return Files.writeString(target(name + "-application.xml"), """
                    <?xml version="1.0" encoding="UTF-8"?>
                    <application xmlns="https://jakarta.ee/xml/ns/jakartaee" version="10">
                        <module>
                            <web>
                                <web-uri>%1$s.war</web-uri>
                                <context-root>/%1$s</context-root>
                            </web>
                        </module>
                    </application>
                    """.formatted(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path archive, Map<String, Path> content) {
        try (OutputStream file = Files.newOutputStream(archive); ZipOutputStream zip = new ZipOutputStream(file)) {
            // its entries are already compressed
            zip.setLevel(0);
            for (Map.Entry<String, Path> entry : content.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                Files.copy(entry.getValue(), zip);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path copy(Path archive, String name) {
        try {
            return Files.copy(archive, target(name), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path target(String name) {
        try {
            return Files.createDirectories(ServerUnderTest.workFile("archives")).resolve(name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
