package io.github.asynqee.bench.peers.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A WAR, JAR or RAR in the making. */
final class Archive {

    private final Map<String, byte[]> entries = new LinkedHashMap<>();

    /** Adds a text file. */
    Archive text(String name, String content) {
        entries.put(name, content.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    /** Adds a file. */
    Archive file(String name, Path content) {
        try {
            entries.put(name, Files.readAllBytes(content));
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds a resource beside this class. */
    Archive resource(String name, String resource) {
        try (InputStream in = Archive.class.getResourceAsStream(resource)) {
            entries.put(name, in.readAllBytes());
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds classes of this process. They must include all other classes of their modules that they use. */
    Archive classes(String folder, Class<?>... types) {
        for (Class<?> type : types) {
            String name = type.getName().replace('.', '/') + ".class";
            try (InputStream in = type.getClassLoader().getResourceAsStream(name)) {
                entries.put(folder + name, in.readAllBytes());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return this;
    }

    /** Writes the archive; returns its file. */
    Path write(Path file) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            try (OutputStream out = Files.newOutputStream(file); ZipOutputStream zip = new ZipOutputStream(out)) {
                for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                    zip.putNextEntry(new ZipEntry(entry.getKey()));
                    zip.write(entry.getValue());
                }
            }
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
