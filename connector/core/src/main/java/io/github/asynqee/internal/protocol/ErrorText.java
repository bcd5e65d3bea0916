package io.github.asynqee.internal.protocol;

/** Makes text storable in a protobuf string: peers reject messages whose text is not valid UTF-8. */
final class ErrorText {

    private static final char REPLACEMENT = '\uFFFD';

    private ErrorText() {}

    static String storable(String text, int maxLength) {
        if (text == null) {
            return "";
        }
        String cut = text.length() <= maxLength ? text : text.substring(0, maxLength - 1) + '…';
        StringBuilder repaired = null;
        for (int i = 0; i < cut.length(); i++) {
            char c = cut.charAt(i);
            if (!Character.isSurrogate(c)) {
                continue;
            }
            boolean paired = Character.isHighSurrogate(c) && i + 1 < cut.length()
                    && Character.isLowSurrogate(cut.charAt(i + 1));
            if (paired) {
                i++;
            } else {
                if (repaired == null) {
                    repaired = new StringBuilder(cut);
                }
                repaired.setCharAt(i, REPLACEMENT);
            }
        }
        return repaired == null ? cut : repaired.toString();
    }
}
