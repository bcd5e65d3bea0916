package io.github.asynqee.internal.codec;

import java.io.ByteArrayOutputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Compression in the ZLIB format. */
final class Deflate {

    /** Its name in the header. */
    static final String NAME = "deflate";

    /**
     * Larger payloads are not compressed, so a payload that exceeds this size when decompressed was made to fill the
     * heap.
     */
    static final int MAX_INFLATED = 64 * 1024 * 1024;

    private static final int BUFFER = 8_192;

    private Deflate() {}

    static byte[] deflate(byte[] bytes) {
        Deflater deflater = new Deflater();
        try {
            deflater.setInput(bytes);
            deflater.finish();
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            byte[] buffer = new byte[BUFFER];
            while (!deflater.finished()) {
                out.write(buffer, 0, deflater.deflate(buffer));
            }
            return out.toByteArray();
        } finally {
            deflater.end();
        }
    }

    /** @throws IllegalArgumentException if the bytes are not compressed, are cut, or become larger than the limit */
    static byte[] inflate(byte[] bytes, int limit) {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(bytes);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            byte[] buffer = new byte[BUFFER];
            while (!inflater.finished()) {
                int length = inflater.inflate(buffer);
                if (length == 0 && !inflater.finished()) {
                    throw new IllegalArgumentException("its compressed form is cut or damaged");
                }
                if (out.size() + length > limit) {
                    throw new IllegalArgumentException("it has more than " + limit + " bytes when decompressed");
                }
                out.write(buffer, 0, length);
            }
            if (inflater.getRemaining() > 0) {
                throw new IllegalArgumentException("bytes follow its compressed form");
            }
            return out.toByteArray();
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("its header marks it as compressed, but it is not", e);
        } finally {
            inflater.end();
        }
    }
}
