package io.github.asynqee.bench.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** What is left of the application when a part of it is left out. */
enum ApplicationVariant {

    /** Neither tasks nor messages. */
    EMPTY("empty application", ApplicationVariant.LIBRARIES, ApplicationVariant.CONFIGURATION,
            ApplicationVariant.TASKS, ApplicationVariant.MEMORY),
    /** A handler and an emitter, joined to each other in memory. */
    MESSAGING("reactive messaging alone", ApplicationVariant.LIBRARIES, ApplicationVariant.CONFIGURATION,
            ApplicationVariant.TASKS),
    /** A handler and an emitter that the connector joins to Redis. */
    CONNECTOR("with connector", ApplicationVariant.MEMORY);

    private static final String LIBRARIES = "WEB-INF/lib/";
    private static final String CONFIGURATION = "WEB-INF/classes/META-INF/microprofile-config.properties";
    private static final String TASKS = "WEB-INF/classes/io/github/asynqee/bench/war/tasks/";
    private static final String MEMORY = "WEB-INF/classes/io/github/asynqee/bench/war/memory/";

    private final String title;
    private final List<String> leftOut;

    ApplicationVariant(String title, String... leftOut) {
        this.title = title;
        this.leftOut = List.of(leftOut);
    }

    /** What it is called in reports. */
    String title() {
        return title;
    }

    /**
     * Copies what is left.
     *
     * @param war the whole application
     * @param folder for the new file; made if it is not there
     * @return the new file, which replaces one that is there
     */
    Path pack(Path war, Path folder) {
        Path packed = folder.resolve(name().toLowerCase() + ".war");
        try {
            Files.createDirectories(folder);
            try (InputStream in = Files.newInputStream(war); OutputStream out = Files.newOutputStream(packed)) {
                copy(new ZipInputStream(in), new ZipOutputStream(out));
            }
            return packed;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void copy(ZipInputStream in, ZipOutputStream out) throws IOException {
        for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
            if (leftOut.stream().noneMatch(entry.getName()::startsWith)) {
                out.putNextEntry(new ZipEntry(entry.getName()));
                in.transferTo(out);
            }
        }
        out.finish();
    }
}
