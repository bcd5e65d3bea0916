package io.github.asynqee.cli.dash;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * A key press.
 *
 * @param name the key
 * @param character the character if the name is {@link Name#CHARACTER}
 */
record Key(Name name, int character) {

    /** Names of keys. */
    enum Name {
        CHARACTER, UP, DOWN, LEFT, RIGHT, PAGE_UP, PAGE_DOWN, HOME, END, ENTER, ESCAPE, TAB, BACK_TAB, BACKSPACE, QUIT,
        REDRAW, UNKNOWN
    }

    private static final int ESCAPE = 27;
    /** How long to wait for the rest of an escape sequence, which a slow network may delay. */
    private static final long SEQUENCE_MILLIS = 80;
    private static final int MAX_SEQUENCE = 16;

    private static final Map<String, Name> SEQUENCES = Map.ofEntries(Map.entry("A", Name.UP), Map.entry("B", Name.DOWN),
            Map.entry("C", Name.RIGHT), Map.entry("D", Name.LEFT), Map.entry("H", Name.HOME), Map.entry("F", Name.END),
            Map.entry("Z", Name.BACK_TAB), Map.entry("1~", Name.HOME), Map.entry("4~", Name.END),
            Map.entry("7~", Name.HOME), Map.entry("8~", Name.END), Map.entry("5~", Name.PAGE_UP),
            Map.entry("6~", Name.PAGE_DOWN));

    /** A source of characters. */
    interface Source {

        /**
         * Reads a character.
         *
         * @param timeout in milliseconds, 0 to wait without limit
         * @return the character, -1 at the end of input, -2 after the timeout
         */
        int read(long timeout) throws IOException;
    }

    /**
     * Waits for the next key. May return two keys if the first is Escape. The end of input and Ctrl-C are
     * {@link Name#QUIT}.
     */
    static List<Key> read(Source source) throws IOException {
        int c = source.read(0);
        return c == ESCAPE ? sequence(source) : List.of(of(c));
    }

    private static Key of(int c) {
        return switch (c) {
            case -1, 3 -> of(Name.QUIT);
            case -2 -> of(Name.UNKNOWN);
            case 9 -> of(Name.TAB);
            case 10, 13 -> of(Name.ENTER);
            case 12 -> of(Name.REDRAW);
            case 8, 127 -> of(Name.BACKSPACE);
            case ESCAPE -> of(Name.ESCAPE);
            default -> c < ' ' ? of(Name.UNKNOWN) : new Key(Name.CHARACTER, c);
        };
    }

    private static List<Key> sequence(Source source) throws IOException {
        int c = source.read(SEQUENCE_MILLIS);
        if (c != '[' && c != 'O') {
            return c < 0 ? List.of(of(Name.ESCAPE)) : List.of(of(Name.ESCAPE), of(c));
        }
        StringBuilder sequence = new StringBuilder();
        do {
            c = source.read(SEQUENCE_MILLIS);
            if (c < 0) {
                return List.of(of(Name.UNKNOWN));
            }
            sequence.append((char) c);
        } while ((c < '@' || c > '~') && sequence.length() < MAX_SEQUENCE);
        return List.of(of(SEQUENCES.getOrDefault(sequence.toString(), Name.UNKNOWN)));
    }

    static Key of(Name name) {
        return new Key(name, 0);
    }

    static Key of(char character) {
        return new Key(Name.CHARACTER, character);
    }
}
