package io.github.asynqee.bench.peers.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.ServerSocket;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * PostgreSQL of this machine with its own files. It refuses to run as root; then the user {@code postgres} of the
 * package runs it.
 */
final class Postgres implements AutoCloseable {

    private static final Path PROGRAMS = Path.of("/usr/lib/postgresql");
    private static final String USER = "postgres";
    private static final int LIMIT_SECONDS = 60;

    private final int port;
    private final Path folder;
    private final Process process;

    /**
     * Starts it.
     *
     * @param folder where its files are
     * @param durable whether a commit waits until it is on disk
     * @throws IllegalStateException if it is not installed, or does not start
     */
    Postgres(Path folder, boolean durable) {
        this.folder = folder.toAbsolutePath();
        try {
            delete(this.folder);
            Files.createDirectories(this.folder);
            port = freePort();
            if (isRoot()) {
                Files.setOwner(this.folder, FileSystems.getDefault().getUserPrincipalLookupService()
                        .lookupPrincipalByName(USER));
            }
            Path log = this.folder.resolveSibling(this.folder.getFileName() + ".log");
            run(log, program("initdb"), "-D", data(), "-A", "trust", "-U", USER, "-E", "UTF8", "--no-sync");
            process = start(log, program("postgres"), "-D", data(), "-p", String.valueOf(port),
                    "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=" + this.folder,
                    "-c", "fsync=on", "-c", "synchronous_commit=" + (durable ? "on" : "off"),
                    "-c", "max_connections=200", "-c", "shared_buffers=512MB", "-c", "max_wal_size=4GB");
            for (int attempt = 0; !isReady(); attempt++) {
                if (attempt == LIMIT_SECONDS * 10 || !process.isAlive()) {
                    throw new IllegalStateException("PostgreSQL does not start, see " + log);
                }
                Thread.sleep(100);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    String url() {
        // the driver's documentation recommends rewritten batches
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=" + USER + "&reWriteBatchedInserts=true";
    }

    long cpuNanos() {
        return CpuTime.ofTree(process.pid());
    }

    /** The version, from the folder of its programs. */
    static String version() {
        return Path.of(program("postgres")).getParent().getParent().getFileName().toString();
    }

    private String data() {
        return folder.resolve("data").toString();
    }

    private boolean isReady() throws IOException, InterruptedException {
        return new ProcessBuilder(program("pg_isready"), "-q", "-h", "127.0.0.1", "-p", String.valueOf(port)).start()
                .waitFor() == 0;
    }

    private static String program(String name) {
        try (Stream<Path> versions = Files.list(PROGRAMS)) {
            return versions.max(Comparator.comparing(path -> Integer.valueOf(path.getFileName().toString())))
                    .map(path -> path.resolve("bin").resolve(name).toString()).orElseThrow(IOException::new);
        } catch (IOException e) {
            throw new IllegalStateException("PostgreSQL is not installed in " + PROGRAMS, e);
        }
    }

    private static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    private static Process start(Path log, String... command) throws IOException {
        List<String> words = new ArrayList<>();
        if (isRoot()) {
            words.addAll(List.of("setpriv", "--reuid=" + USER, "--regid=" + USER, "--init-groups"));
        }
        words.addAll(List.of(command));
        return new ProcessBuilder(words).directory(Path.of("/tmp").toFile()).redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(log.toFile())).start();
    }

    private static void run(Path log, String... command) throws IOException, InterruptedException {
        if (start(log, command).waitFor() != 0) {
            throw new IllegalStateException(command[0] + " fails, see " + log);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    /** Stops the server by a fast shutdown, which open connections do not delay. */
    @Override
    public void close() {
        try {
            new ProcessBuilder("kill", "-INT", String.valueOf(process.pid())).start().waitFor();
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
