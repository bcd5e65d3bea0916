package io.github.asynqee.bench.process;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.asynqee.internal.engine.Worker;
import io.github.asynqee.internal.redis.connection.RedisConfig;

/**
 * Replaces an older build of the engine in tests: the current one, with the Redis classes that it needs, in one jar.
 */
public final class OlderEngine {

    private OlderEngine() {}

    /** Makes a folder with the engine. */
    public static Path in(Path folder) throws IOException {
        Files.createDirectories(folder);
        jar(folder, "nothing");
        return folder;
    }

    /** Makes the jar of an engine without the files of one name. */
    static Path jar(Path folder, String missing) throws IOException {
        Path jar = folder.resolve("asynq-core-0.0.1.jar");
        for (Class<?> part : List.of(Worker.class, RedisConfig.class)) {
            Path present = OlderBuild.location(part);
            if (Files.isDirectory(present)) {
                copy(present, missing, jar);
            } else {
                try (FileSystem files = FileSystems.newFileSystem(present)) {
                    copy(files.getPath("/"), missing, jar);
                }
            }
        }
        return jar;
    }

    private static void copy(Path root, String missing, Path jar) throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(URI.create("jar:" + jar.toUri()), Map.of("create", "true"));
                Stream<Path> all = Files.walk(root)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                Path copy = zip.getPath("/").resolve(root.relativize(file).toString());
                if (!copy.getFileName().toString().equals(missing)) {
                    Files.createDirectories(copy.getParent());
                    Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }
}
