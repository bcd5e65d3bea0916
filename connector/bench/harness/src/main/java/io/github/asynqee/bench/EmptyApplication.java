package io.github.asynqee.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** The application without the connector, without what it configures and without the classes that need it. */
final class EmptyApplication {

    private static final String[] NEEDS_CONNECTOR = {
            "WEB-INF/lib/", "WEB-INF/classes/META-INF/microprofile-config.properties",
            "WEB-INF/classes/io/github/asynqee/bench/war/tasks/" };

    private EmptyApplication() {}

    /**
     * Copies what is left.
     *
     * @param war the application
     * @param stripped the new file; replaced if it exists
     * @return the new file
     */
    static Path strip(Path war, Path stripped) {
        try {
            Files.createDirectories(stripped.toAbsolutePath().getParent());
            try (InputStream in = Files.newInputStream(war);
                    OutputStream out = Files.newOutputStream(stripped)) {
                copy(new ZipInputStream(in), new ZipOutputStream(out));
            }
            return stripped;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copy(ZipInputStream in, ZipOutputStream out) throws IOException {
        for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
            if (Stream.of(NEEDS_CONNECTOR).noneMatch(entry.getName()::startsWith)) {
                out.putNextEntry(new ZipEntry(entry.getName()));
                in.transferTo(out);
            }
        }
        out.finish();
    }
}
