package io.github.asynqee.console.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/**
 * A file of the pages.
 *
 * @param tag the entity tag, different for different contents
 */
record StaticFile(String type, byte[] content, byte[] zipped, String tag) {

    private static final Map<String, String> TYPES = Map.of("js", "text/javascript", "css", "text/css", "html",
            "text/html", "svg", "image/svg+xml");
    private static final int TAG_BYTES = 12;

    /** The media type of a path, empty if such files are not served. */
    static Optional<String> type(String path) {
        return Optional.ofNullable(TYPES.get(path.substring(path.lastIndexOf('.') + 1)));
    }

    static StaticFile read(String type, InputStream in) throws IOException {
        byte[] content = in.readAllBytes();
        return new StaticFile(type, content, zip(content), tag(content));
    }

    private static byte[] zip(byte[] content) throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            out.write(content);
        }
        return zipped.toByteArray();
    }

    /** A weak entity tag, because it is the same for both encodings. */
    private static String tag(byte[] content) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
            return "W/\"" + HexFormat.of().formatHex(digest, 0, TAG_BYTES) + '"';
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether a browser has this content, by its header {@code If-None-Match}. */
    boolean isKnownTo(String tags) {
        return tags != null && Stream.of(tags.split(",")).map(String::strip)
                .anyMatch(known -> known.equals("*") || opaque(known).equals(opaque(tag)));
    }

    private static String opaque(String tag) {
        return tag.startsWith("W/") ? tag.substring(2) : tag;
    }
}
