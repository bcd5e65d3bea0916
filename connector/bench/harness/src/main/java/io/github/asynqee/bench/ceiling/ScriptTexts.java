package io.github.asynqee.bench.ceiling;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

import io.github.asynqee.internal.redis.connection.Script;

/** The Lua scripts as Redis gets them, for programs that are not Java. */
public final class ScriptTexts {

    private ScriptTexts() {}

    /**
     * Writes a script with all it includes to a file.
     *
     * @param name of its resource, for example {@code dequeue}
     * @param folder where; made if it is not there
     * @return the file
     * @throws IllegalArgumentException if there is no such script
     */
    public static Path write(String name, Path folder) {
        Path file = folder.resolve(name + ".lua");
        try {
            Files.createDirectories(folder);
            return Files.write(file, Script.valueOf(name.toUpperCase(Locale.ROOT)).text());
        } catch (IOException e) {
            throw new UncheckedIOException("script cannot be written: " + file, e);
        }
    }
}
