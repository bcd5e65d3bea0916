package io.github.asynqee.internal.redis.script;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/**
 * The text of a script, as Redis gets it, and its digest. The line {@code -- include a b} at the end of the header is
 * replaced by the named resources of the folder {@code include} beside the script, or else of that beside this class. A
 * script that reaches keys by prefix or removes something includes {@code whole_slot}.
 */
public final class LuaText {

    private static final String INCLUDE = "-- include ";

    private final boolean needsWholeSlot;
    private final byte[] text;
    private final byte[] sha;

    private LuaText(String resource, Class<?> owner) {
        needsWholeSlot = resource.lines().anyMatch(line -> line.matches(INCLUDE + "(.* )?whole_slot( .*)?"));
        text = withIncludes(resource, owner).getBytes(StandardCharsets.UTF_8);
        sha = sha1(text).getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Reads a script.
     *
     * @param owner the class beside which it is
     * @param name its name without extension, in any case
     * @return the script
     * @throws IllegalStateException if it, or what it includes, is not on the class path
     */
    public static LuaText of(Class<?> owner, String name) {
        String resource = name.toLowerCase(Locale.ROOT);
        String source = read(owner, resource);
        if (source == null) {
            throw new IllegalStateException("script " + resource + ".lua is not on the class path");
        }
        return new LuaText(source, owner);
    }

    /** Whether a Cluster must not execute it while its slot moves. */
    public boolean needsWholeSlot() {
        return needsWholeSlot;
    }

    public byte[] text() {
        return text;
    }

    public byte[] sha() {
        return sha;
    }

    private static String withIncludes(String source, Class<?> owner) {
        StringBuilder expanded = new StringBuilder();
        for (String line : source.split("\n")) {
            if (line.startsWith(INCLUDE)) {
                for (String name : line.substring(INCLUDE.length()).trim().split(" ")) {
                    expanded.append(included(name, owner));
                }
            } else {
                expanded.append(line).append('\n');
            }
        }
        return expanded.toString();
    }

    private static String included(String name, Class<?> owner) {
        String source = read(owner, "include/" + name);
        if (source == null) {
            source = read(LuaText.class, "include/" + name);
        }
        if (source == null) {
            throw new IllegalStateException("script include/" + name + ".lua is not on the class path");
        }
        return source;
    }

    private static String read(Class<?> owner, String resource) {
        try (InputStream in = owner.getResourceAsStream(resource + ".lua")) {
            return in == null ? null : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String sha1(byte[] text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }
}
