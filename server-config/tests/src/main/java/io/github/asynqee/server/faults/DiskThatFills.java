package io.github.asynqee.server.faults;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

import io.github.asynqee.server.ServerUnderTest;

/** A separate file system in memory whose size the test changes. Needs root. */
final class DiskThatFills implements AutoCloseable {

    private static final String SIZE = "2g";
    private static final int ATTEMPTS = 20;

    private final Path directory;

    private DiskThatFills(Path directory) {
        this.directory = directory;
    }

    /**
     * Mounts it.
     *
     * @throws IOException if that is not allowed
     */
    static DiskThatFills mount() throws IOException {
        Path directory = Files.createDirectories(ServerUnderTest.workFile("faults-disk")).toRealPath();
        run("mount", "-t", "tmpfs", "-o", "size=" + SIZE, "tmpfs", directory.toString());
        return new DiskThatFills(directory);
    }

    Path directory() {
        return directory;
    }

    /** Makes further writes fail. Tries again if a concurrent write makes the file system larger than its new size. */
    void fill() throws IOException {
        for (int left = ATTEMPTS;; left--) {
            FileStore store = Files.getFileStore(directory);
            long used = store.getTotalSpace() - store.getUsableSpace();
            try {
                resize(String.valueOf(Math.max(used, 1)));
                return;
            } catch (IOException e) {
                if (left == 0) {
                    throw e;
                }
            }
        }
    }

    void free() throws IOException {
        resize(SIZE);
    }

    private void resize(String size) throws IOException {
        run("mount", "-o", "remount,size=" + size, directory.toString());
    }

    private static void run(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.onExit().join().exitValue() != 0) {
            throw new IOException(String.join(" ", command) + ": " + output.strip());
        }
    }

    /** Lazily: processes that ended with Redis may still be there for a moment. */
    @Override
    public void close() throws IOException {
        run("umount", "--lazy", directory.toString());
    }
}
