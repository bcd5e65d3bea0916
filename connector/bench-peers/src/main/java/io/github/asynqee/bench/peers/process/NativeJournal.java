package io.github.asynqee.bench.peers.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Artemis' library for asynchronous writes, which Java loads from a folder. Without it the journal is written by NIO. */
final class NativeJournal {

    private static final String LIBRARY = "/lib/linux-x86_64/libartemis-native-64.so";

    private NativeJournal() {}

    /** Unpacks the library; returns the Java option that names its folder. */
    static String javaOption(Path folder) {
        try (InputStream in = NativeJournal.class.getResourceAsStream(LIBRARY)) {
            Files.createDirectories(folder);
            Files.write(folder.resolve(Path.of(LIBRARY).getFileName()), in.readAllBytes());
            return "-Djava.library.path=" + folder.toAbsolutePath();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
