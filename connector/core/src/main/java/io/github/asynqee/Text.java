package io.github.asynqee;

import org.jspecify.annotations.Nullable;

/** Checks that text can be stored in a protobuf string, that is, encoded as UTF-8. */
final class Text {

    private Text() {}

    static void requireEncodable(String what, @Nullable String text) {
        if (text == null) {
            return;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                throw new InvalidTaskException(
                        what + " has an unpaired surrogate at index " + i + " and cannot be encoded as UTF-8");
            }
        }
    }
}
