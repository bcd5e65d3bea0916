package io.github.asynqee.internal.inspect.payload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Base64;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * A file with the keys of payloads, for tools. Each line has the form {@code <ID>=<key in Base64>}; empty lines and
 * lines that begin with {@code #} are skipped. The file is rejected if all users of the machine can read it, or users
 * other than its owner can change it.
 */
public final class KeyFile {

    private static final Set<PosixFilePermission> REFUSED = EnumSet.of(PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE, PosixFilePermission.GROUP_WRITE);
    private static final Set<Integer> LENGTHS = Set.of(16, 24, 32);

    private KeyFile() {}

    /**
     * Reads a file.
     *
     * @param file the file
     * @return the keys by their IDs
     * @throws IllegalArgumentException if it cannot be read, its permissions are too wide, or a line is invalid. The
     *         message names the file and the line, but does not contain keys
     */
    public static Map<String, SecretKey> read(Path file) {
        List<String> lines;
        try {
            requireOwn(file);
            lines = Files.readAllLines(file);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "cannot read the key file " + file + ": " + e.getClass().getSimpleName());
        }
        Map<String, SecretKey> keys = new HashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                add(keys, line, "the key file " + file + ", line " + (i + 1) + ": ");
            }
        }
        return keys;
    }

    private static void requireOwn(Path file) throws IOException {
        Set<PosixFilePermission> wide = EnumSet.copyOf(REFUSED);
        try {
            wide.retainAll(Files.getPosixFilePermissions(file));
        } catch (UnsupportedOperationException e) {
            return;
        }
        if (!wide.isEmpty()) {
            throw new IllegalArgumentException("the file of keys " + file
                    + " can be read by all users, or changed by others than its owner: chmod 600 " + file);
        }
    }

    private static void add(Map<String, SecretKey> keys, String line, String place) {
        int end = line.indexOf('=');
        byte[] key = end < 1 ? new byte[0] : bytes(line.substring(end + 1).strip());
        if (!LENGTHS.contains(key.length)) {
            throw new IllegalArgumentException(
                    place + "<ID>=<key> is expected, an AES key of 128, 192 or 256 bits in Base64");
        }
        String id = line.substring(0, end).strip();
        if (keys.put(id, new SecretKeySpec(key, "AES")) != null) {
            throw new IllegalArgumentException(place + "duplicate ID \"" + id + "\"");
        }
    }

    private static byte[] bytes(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }
}
