package io.github.asynqee.bench.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

import io.github.asynqee.bench.subject.BenchHandler;

/** Packs the application that servers run: libraries and descriptors of the sample WAR, classes of the benchmark. */
final class ServerWar {

    private static final String CLASSES = "WEB-INF/classes/";
    private static final String LIBRARIES = "WEB-INF/lib/";
    /** The configuration, below the folder of classes. */
    static final String CONFIG = "META-INF/microprofile-config.properties";
    /** Redis, queues, concurrency, executor and bench.sleep are environment variables. */
    private static final String CHANNELS = """
            mp.messaging.incoming.bench.connector=asynq
            mp.messaging.outgoing.tasks.connector=asynq
            """;

    private ServerWar() {}

    /**
     * Packs the application.
     *
     * @param sample the sample WAR
     * @param older replaces engine and connector
     * @param more further classes, by their paths below the folder of classes, and under {@link #CONFIG} further
     *        configuration
     * @param war the file to write
     * @return the file
     * @throws IllegalStateException if the connector is missing
     */
    static Path pack(Path sample, Optional<OlderBuild> older, Map<String, byte[]> more, Path war) {
        try {
            Files.createDirectories(war.getParent());
            try (ZipInputStream in = new ZipInputStream(Files.newInputStream(sample));
                    ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(war))) {
                copy(in, older, out);
                out.putNextEntry(new ZipEntry(CLASSES + CONFIG));
                out.write(CHANNELS.getBytes(StandardCharsets.UTF_8));
                out.write(more.getOrDefault(CONFIG, new byte[0]));
                putClasses(out);
                for (Map.Entry<String, byte[]> file : more.entrySet()) {
                    if (!file.getKey().equals(CONFIG)) {
                        put(out, CLASSES + file.getKey(), file.getValue());
                    }
                }
            }
            return war;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copy(ZipInputStream in, Optional<OlderBuild> older, ZipOutputStream out) throws IOException {
        int replaceable = 0;
        for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
            String name = entry.getName();
            boolean core = name.startsWith(LIBRARIES + OlderBuild.CORE);
            boolean redis = name.startsWith(LIBRARIES + OlderBuild.REDIS);
            boolean connector = name.startsWith(LIBRARIES + OlderBuild.CONNECTOR);
            replaceable += core || redis || connector ? 1 : 0;
            if (older.isPresent() && redis && older.get().redis().isEmpty()) {
                continue;
            }
            if (older.isPresent() && (core || redis || connector)) {
                put(out, name, Files.readAllBytes(core ? older.get().core()
                        : redis ? older.get().redis().get() : connector(older.get())));
            } else if (isKept(name)) {
                put(out, name, in.readAllBytes());
            }
        }
        if (replaceable != 3) {
            throw new IllegalStateException("the sample WAR has " + replaceable + " jars of engine and connector");
        }
    }

    private static Path connector(OlderBuild older) {
        return older.connector().orElseThrow(() -> new IllegalStateException("no " + OlderBuild.CONNECTOR + "*.jar in "
                + OlderBuild.PROPERTY));
    }

    private static boolean isKept(String name) {
        return name.startsWith("WEB-INF/") && !name.endsWith("/") && !name.startsWith(CLASSES)
                && !name.startsWith(LIBRARIES + "asynq-testkit-");
    }

    private static void putClasses(ZipOutputStream out) throws IOException {
        Path location = OlderBuild.location(BenchHandler.class);
        if (Files.isDirectory(location)) {
            putClasses(location, out);
        } else {
            try (FileSystem jar = FileSystems.newFileSystem(location)) {
                putClasses(jar.getPath("/"), out);
            }
        }
    }

    private static void putClasses(Path root, ZipOutputStream out) throws IOException {
        Path folder = root.resolve(BenchHandler.class.getPackageName().replace('.', '/'));
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> classes = files.toList();
            for (Path file : classes) {
                try (InputStream in = Files.newInputStream(file)) {
                    put(out, CLASSES + root.relativize(file), in.readAllBytes());
                }
            }
        }
    }

    private static void put(ZipOutputStream out, String name, byte[] bytes) throws IOException {
        out.putNextEntry(new ZipEntry(name));
        out.write(bytes);
    }
}
