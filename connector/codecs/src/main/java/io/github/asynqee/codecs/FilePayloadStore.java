package io.github.asynqee.codecs;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Stores payloads as files in a folder shared by all servers. A file gets its final name after it is flushed to disk,
 * and never changes. The application makes the store a bean with a producer method.
 *
 * <p>If the folder is on a mounted file system, use a subfolder of the mount point. Then a missing mount is an error
 * that is retried; an empty mount point would look as if all payloads were lost.
 */
public final class FilePayloadStore implements PayloadStore {

    /** The names that {@link #put} chooses. Rejecting all others prevents paths that leave the folder. */
    private static final Pattern NAME = Pattern.compile("[0-9a-f]{32}");

    private final Path folder;

    /**
     * Creates the store.
     *
     * @param folder an existing folder, the same one for all servers
     * @throws IOException if the folder does not exist or is not a folder
     */
    public FilePayloadStore(Path folder) throws IOException {
        this.folder = folder.toRealPath();
        requireFolder();
    }

    /** Distinguishes an unmounted folder from a folder that has lost a payload. */
    private void requireFolder() throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new NotDirectoryException(folder.toString());
        }
    }

    @Override
    public String put(byte[] payload, String queue, String type) throws IOException {
        String name = UUID.randomUUID().toString().replace("-", "");
        Path unfinished = folder.resolve(name + ".tmp");
        try {
            try (FileChannel file = FileChannel.open(unfinished, CREATE_NEW, WRITE)) {
                ByteBuffer bytes = ByteBuffer.wrap(payload);
                while (bytes.hasRemaining()) {
                    file.write(bytes);
                }
                file.force(true);
            }
            Files.move(unfinished, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(unfinished);
        }
        forceName();
        return name;
    }

    private void forceName() throws IOException {
        // Windows cannot open a folder
        if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            try (FileChannel names = FileChannel.open(folder, READ)) {
                names.force(true);
            }
        }
    }

    @Override
    public Optional<InputStream> get(String reference) throws IOException {
        if (!NAME.matcher(reference).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Files.newInputStream(folder.resolve(reference), READ, NOFOLLOW_LINKS));
        } catch (NoSuchFileException e) {
            requireFolder();
            return Optional.empty();
        }
    }
}
