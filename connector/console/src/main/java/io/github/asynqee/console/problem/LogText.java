package io.github.asynqee.console.problem;

/** Texts from outside in the log of the server. */
public final class LogText {

    private static final int MAX = 200;

    private LogText() {}

    /** The beginning of a text, on one line and without characters that change the direction of writing. */
    public static String of(String text) {
        String begin = String.valueOf(text);
        return begin.substring(0, Math.min(MAX, begin.length())).replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", " ");
    }
}
