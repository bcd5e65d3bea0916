package io.github.asynqee.console.query;

/** Searches texts without regard to case. */
final class CaseInsensitive {

    private static final char ASCII = 127;
    private static final int ASCII_CASE = 'a' ^ 'A';

    private CaseInsensitive() {}

    static boolean contains(String text, String part) {
        if (text == null) {
            return false;
        }
        for (int i = 0; i <= text.length() - part.length(); i++) {
            if ((part.isEmpty() || mayBeSame(text.charAt(i), part.charAt(0)))
                    && text.regionMatches(true, i, part, 0, part.length())) {
                return true;
            }
        }
        return false;
    }

    /** Fast path for characters that differ even ignoring case: the two cases of an ASCII letter differ in one bit. */
    private static boolean mayBeSame(char one, char other) {
        return one == other || (one ^ other) == ASCII_CASE || one > ASCII || other > ASCII;
    }
}
