package io.github.asynqee.console.http;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

import io.github.asynqee.console.problem.ProblemException;

/**
 * A name in a path that a user has chosen: of a queue, a task or an entry. Servers and proxies refuse or change
 * slashes, dots and control characters in paths, even encoded ones; therefore such names are sent as {@code ~} and
 * Base64 (URL alphabet, without padding) of their UTF-8.
 */
public final class Segment {

    private static final String ENCODED = "~";

    private final String name;

    private Segment(String name) {
        this.name = name;
    }

    /** The name, decoded. */
    public String name() {
        return name;
    }

    /** Called by Jakarta REST with the percent-decoded segment. */
    public static Segment fromString(String text) {
        if (!text.startsWith(ENCODED)) {
            return new Segment(text);
        }
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text.substring(1));
            return new Segment(new String(bytes, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            throw ProblemException.notFound("After ~ the path must have Base64 in the URL alphabet.");
        }
    }
}
