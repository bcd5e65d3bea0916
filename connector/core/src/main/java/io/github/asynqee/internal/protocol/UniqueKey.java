package io.github.asynqee.internal.protocol;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Key of the uniqueness lock of a task (protocol section 6.3), and keys that are held for a time. */
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
        return QueueKeys.of(queue).prefix() + lock(ofPayload(type, payload));
    }

    /**
     * What tasks with the same type and payload have in common.
     *
     * @param type the task's type
     * @param payload the payload's bytes; {@code null} (absent) and empty differ
     * @return type and digest
     */
    public static String ofPayload(String type, byte[] payload) {
        return type + ":" + (payload == null ? "" : digest("MD5", payload));
    }

    /**
     * What tasks with the same type and key have in common.
     *
     * @param type the task's type
     * @param key the key that their producer has chosen
     * @return type and digest
     */
    public static String ofKey(String type, String key) {
        return type + ":key:" + digest("SHA-256", key.getBytes(StandardCharsets.UTF_8));
    }

    /** @return the lock that the worker releases, without the prefix of the queue */
    public static String lock(String common) {
        return "unique:" + common;
    }

    /**
     * @return the key that is never released but only expires, without the prefix of the queue. Private: asynq does not
     * use it
     */
    public static String window(String common) {
        return "unique-window:" + common;
    }

    private static String digest(String algorithm, byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has " + algorithm, e);
        }
    }
}
