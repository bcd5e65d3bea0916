package io.github.asynqee.bench.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where builds go, and what contenders write. */
public final class WorkFolder {

    /** The system property that names the folder for all of it; without it there are temporary ones. */
    public static final String PROPERTY = "bench.work";

    private WorkFolder() {}

    /**
     * Finds a part of it.
     *
     * @param part its name
     * @return the folder {@code part} below the one that {@value #PROPERTY} names, or else a new temporary one
     */
    public static Path of(String part) {
        String said = System.getProperty(PROPERTY, "");
        try {
            return said.isBlank() ? Files.createTempDirectory("bench-" + part) : Path.of(said, part).toAbsolutePath();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
