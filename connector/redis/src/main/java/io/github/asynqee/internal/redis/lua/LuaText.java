package io.github.asynqee.internal.redis.lua;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The text of a script, as Redis gets it, and its digest. The line {@code -- include a b} at the end of the header is
 * replaced by the named resources of a folder {@code include}. A script that accesses keys by prefix or removes
 * something includes {@code whole_slot}.
 */
public final class LuaText {

    private static final String INCLUDE = "-- include ";

    /** Names of all scripts of this process by their digests. */
    private static final Map<String, String> NAMES = new ConcurrentHashMap<>();

    private final boolean needsWholeSlot;
    private final byte[] text;
    private final byte[] sha;

    private LuaText(String resource, List<Class<?>> owners) {
        needsWholeSlot = resource.lines().anyMatch(line -> line.matches(INCLUDE + "(.* )?whole_slot( .*)?"));
        text = withIncludes(resource, owners).getBytes(StandardCharsets.UTF_8);
        sha = sha1(text).getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Reads a script.
     *
     * @param name its name without extension, in any case
     * @param owners the class in whose package the script is, then further classes whose packages are searched for
     *        includes
     * @return the script
     * @throws IllegalStateException if the script or one of its includes is not on the class path
     */
    public static LuaText of(String name, Class<?>... owners) {
        String resource = name.toLowerCase(Locale.ROOT);
        String source = read(owners[0], resource);
        if (source == null) {
            throw new IllegalStateException("script " + resource + ".lua is not on the class path");
        }
        LuaText text = new LuaText(source, List.of(owners));
        NAMES.put(new String(text.sha, StandardCharsets.US_ASCII), resource);
        return text;
    }

    /** The name of a script with a digest, as {@code EVALSHA} has it; empty if this process does not have it. */
    public static Optional<String> nameOf(String sha) {
        return Optional.ofNullable(NAMES.get(sha.toLowerCase(Locale.ROOT)));
    }

    /** Whether a Cluster must refuse the script while its slot moves. */
    public boolean needsWholeSlot() {
        return needsWholeSlot;
    }

    public byte[] text() {
        return text;
    }

    public byte[] sha() {
        return sha;
    }

    private static String withIncludes(String source, List<Class<?>> owners) {
        StringBuilder expanded = new StringBuilder();
        for (String line : source.split("\n")) {
            if (line.startsWith(INCLUDE)) {
                for (String name : line.substring(INCLUDE.length()).trim().split(" ")) {
                    expanded.append(included(name, owners));
                }
            } else {
                expanded.append(line).append('\n');
            }
        }
        return expanded.toString();
    }

    private static String included(String name, List<Class<?>> owners) {
        return owners.stream().map(owner -> read(owner, "include/" + name)).filter(Objects::nonNull).findFirst()
                .orElseThrow(
                        () -> new IllegalStateException("script include/" + name + ".lua is not on the class path"));
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
