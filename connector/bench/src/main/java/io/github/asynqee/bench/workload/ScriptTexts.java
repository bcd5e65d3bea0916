package io.github.asynqee.bench.workload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

import io.github.asynqee.internal.redis.script.EngineScript;

/** Writes the Lua scripts of the engine to files, for the client in C. */
final class ScriptTexts {

    private ScriptTexts() {}

    /**
     * Writes a script with all its includes.
     *
     * @param name the name of the resource, for example {@code dequeue}
     * @param folder where; created if necessary
     * @return the file
     * @throws IllegalArgumentException if there is no such script
     */
    static Path write(String name, Path folder) {
        Path file = folder.resolve(name + ".lua");
        try {
            Files.createDirectories(folder);
            return Files.write(file, EngineScript.valueOf(name.toUpperCase(Locale.ROOT)).lua().text());
        } catch (IOException e) {
            throw new UncheckedIOException("script cannot be written: " + file, e);
        }
    }
}
