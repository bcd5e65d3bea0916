package io.github.asynqee.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Writes measurements of tests to one file, because each test's output is in a separate file. */
public final class Figures {

    private Figures() {}

    /** Adds a line. */
    public static void add(String line) {
        Path file = ServerUnderTest.workFile("figures.txt");
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, line + System.lineSeparator(), StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
