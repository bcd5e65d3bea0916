package io.github.asynqee.internal.protocol;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Key of the uniqueness lock of a task (protocol section 6.3). */
public final class UniqueKey {

    private UniqueKey() {}

    /**
     * Returns the key of a task's lock.
     *
     * @param queue the queue's name
     * @param type the task's type
     * @param payload the payload's bytes; {@code null} (absent) and empty result in different keys
     * @return the key
     */
    public static String of(String queue, String type, byte[] payload) {
        String digest = payload == null ? "" : md5(payload);
        return QueueKeys.of(queue).prefix() + "unique:" + type + ":" + digest;
    }

    private static String md5(byte[] payload) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(payload));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has MD5", e);
        }
    }
}
