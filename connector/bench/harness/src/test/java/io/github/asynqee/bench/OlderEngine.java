package io.github.asynqee.bench;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

import io.github.asynqee.internal.engine.Worker;

/** What stands in for an older build of the engine: the present one, in a jar of its own. */
public final class OlderEngine {

    private OlderEngine() {}

    /** Makes a folder with the whole engine in it. */
    static Path in(Path folder) throws Exception {
        Files.createDirectories(folder);
        jar(folder, "nothing");
        return folder;
    }

    /**
     * Makes an engine that lacks something.
     *
     * @param folder where
     * @param lacking name of the file that is left out
     * @return the jar
     * @throws Exception if it cannot be made
     */
    public static Path jar(Path folder, String lacking) throws Exception {
        Path present = Path.of(Worker.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Path jar = folder.resolve("asynq-core-0.0.1.jar");
        if (Files.isDirectory(present)) {
            copy(present, lacking, jar);
        } else {
            try (FileSystem files = FileSystems.newFileSystem(present)) {
                copy(files.getPath("/"), lacking, jar);
            }
        }
        return jar;
    }

    private static void copy(Path root, String lacking, Path jar) throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(URI.create("jar:" + jar.toUri()), Map.of("create", "true"));
                Stream<Path> all = Files.walk(root)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                Path copy = zip.getPath("/").resolve(root.relativize(file).toString());
                if (!copy.getFileName().toString().equals(lacking)) {
                    Files.createDirectories(copy.getParent());
                    Files.copy(file, copy);
                }
            }
        }
    }
}
