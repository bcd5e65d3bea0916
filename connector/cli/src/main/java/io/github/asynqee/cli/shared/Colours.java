package io.github.asynqee.cli.shared;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/** Colours of tables and errors on a terminal. Colours only highlight; they carry no extra information. */
public final class Colours {

    private static final String RESET = "\u001b[0m";
    private static final String BOLD = "\u001b[1m";
    private static final String RED = "\u001b[31m";
    private static final String GREEN = "\u001b[32m";
    private static final String YELLOW = "\u001b[33m";
    /** Colour by column and cell value, both in lower case. Other columns are not coloured. */
    private static final Map<String, Map<String, String>> OF_CELLS = Map.of(
            "state", Map.of("active", GREEN, "retry", YELLOW, "archived", RED),
            "status", Map.of("active", GREEN, "stopped", YELLOW, "closed", RED),
            "severity", Map.of("warning", YELLOW, "error", RED),
            "paused", Map.of("true", YELLOW));

    private final boolean enabled;

    Colours(boolean enabled) {
        this.enabled = enabled;
    }

    /** Colours a word of an error message. */
    public String failure(String text) {
        return coloured(RED, text);
    }

    String header(String text) {
        return coloured(BOLD, text);
    }

    String cell(String header, String text) {
        return coloured(OF_CELLS.getOrDefault(lower(header), Map.of()).get(lower(text)), text);
    }

    private static String lower(String text) {
        return text.toLowerCase(java.util.Locale.ROOT);
    }

    private String coloured(@Nullable String colour, String text) {
        return enabled && colour != null ? colour + text + RESET : text;
    }
}
