package io.github.asynqee.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What tests have measured, in a file that is found easily: what they print goes to files of their own. */
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
