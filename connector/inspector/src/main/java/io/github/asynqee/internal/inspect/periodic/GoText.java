package io.github.asynqee.internal.inspect.periodic;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads text literals of Go ({@code strconv.Quote}) and arrays of JSON texts. */
final class GoText {

    private final String literal;
    private int at;

    private GoText(String literal) {
        this.literal = literal;
    }

    /**
     * Reads a text literal in double quotes.
     *
     * @throws IllegalArgumentException if the text is not a literal, or its bytes are not UTF-8
     */
    static String unquote(String literal) {
        GoText reader = new GoText(literal);
        String text = reader.text(true);
        reader.requireEnd();
        return text;
    }

    /**
     * Reads an array of JSON texts.
     *
     * @throws IllegalArgumentException if the text is not such an array
     */
    static List<String> array(String json) {
        GoText reader = new GoText(json);
        List<String> texts = new ArrayList<>();
        reader.require('[');
        do {
            reader.at++;
            texts.add(reader.text(false));
        } while (reader.current() == ',');
        reader.require(']');
        reader.at++;
        reader.requireEnd();
        return texts;
    }

    private char current() {
        if (at >= literal.length()) {
            throw new IllegalArgumentException("it ends too early");
        }
        return literal.charAt(at);
    }

    private void require(char expected) {
        if (current() != expected) {
            throw new IllegalArgumentException("'" + expected + "' is expected at position " + (at + 1));
        }
    }

    private void requireEnd() {
        if (at != literal.length()) {
            throw new IllegalArgumentException("text follows at position " + (at + 1));
        }
    }

    private String text(boolean go) {
        require('"');
        at++;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        while (current() != '"') {
            if (current() == '\\') {
                at++;
                escape(go, bytes);
            } else {
                int c = literal.codePointAt(at);
                at += Character.charCount(c);
                add(c, bytes);
            }
        }
        at++;
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toByteArray())).toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("it is not UTF-8", e);
        }
    }

    private static void add(int c, ByteArrayOutputStream bytes) {
        bytes.writeBytes(Character.toString(c).getBytes(StandardCharsets.UTF_8));
    }

    private void escape(boolean go, ByteArrayOutputStream bytes) {
        char kind = current();
        at++;
        switch (kind) {
            case '"', '\\' -> bytes.write(kind);
            case 'b' -> bytes.write('\b');
            case 'f' -> bytes.write('\f');
            case 'n' -> bytes.write('\n');
            case 'r' -> bytes.write('\r');
            case 't' -> bytes.write('\t');
            case 'u' -> add(go ? hex(4) : jsonUnit(), bytes);
            default -> {
                if (go) {
                    escapeOfGo(kind, bytes);
                } else if (kind == '/') {
                    bytes.write(kind);
                } else {
                    throw unknown(kind);
                }
            }
        }
    }

    private void escapeOfGo(char kind, ByteArrayOutputStream bytes) {
        switch (kind) {
            case 'a' -> bytes.write(0x07);
            case 'v' -> bytes.write(0x0b);
            case 'x' -> bytes.write(hex(2));
            case 'U' -> add(hex(8), bytes);
            default -> throw unknown(kind);
        }
    }

    private static IllegalArgumentException unknown(char kind) {
        return new IllegalArgumentException("the escape \\" + kind + " is not known");
    }

    /** Reads a UTF-16 unit; JSON writes a supplementary character as two units. */
    private int jsonUnit() {
        int unit = hex(4);
        if (Character.isHighSurrogate((char) unit) && literal.startsWith("\\u", at)) {
            at += 2;
            return Character.toCodePoint((char) unit, (char) hex(4));
        }
        return unit;
    }

    private int hex(int digits) {
        if (at + digits > literal.length()) {
            throw new IllegalArgumentException("it ends too early");
        }
        int value = Integer.parseUnsignedInt(literal, at, at + digits, 16);
        at += digits;
        if (!Character.isValidCodePoint(value)) {
            throw new IllegalArgumentException("there is no such character: " + Integer.toHexString(value));
        }
        return value;
    }
}
