package io.github.asynqee.record;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The value of a key, by Redis type; all names and texts are {@link Raw}. */
final class Value {

    private static final Comparator<Map.Entry<String, Double>> BY_SCORE = Map.Entry.<String, Double>comparingByValue()
            .thenComparing(Map.Entry.comparingByKey());

    enum Type {
        STRING, LIST, SET, HASH, ZSET
    }

    private final Type type;
    private String text = "";
    private final List<String> list = new ArrayList<>();
    private final Map<String, String> fields = new TreeMap<>();
    private final Map<String, Double> scores = new TreeMap<>();
    private Expiry expiry = Expiry.NEVER;

    /**
     * Expiry of a key.
     *
     * @param life lifetime in seconds, or -1
     * @param at Unix seconds, or -1
     */
    record Expiry(long life, long at) {

        static final Expiry NEVER = new Expiry(-1, -1);

        static Expiry after(long seconds) {
            return new Expiry(seconds, -1);
        }

        static Expiry at(long unixSeconds) {
            return new Expiry(-1, unixSeconds);
        }
    }

    Value(Type type) {
        this.type = type;
    }

    Type type() {
        return type;
    }

    /** The content of a STRING. */
    String text() {
        return text;
    }

    void text(String newText) {
        text = newText;
    }

    /** The elements of a LIST, left end first. */
    List<String> list() {
        return list;
    }

    /** The fields of a HASH, or the members of a SET with empty values. */
    Map<String, String> fields() {
        return fields;
    }

    /** The members of a ZSET. */
    Map<String, Double> scores() {
        return scores;
    }

    Expiry expiry() {
        return expiry;
    }

    void expiry(Expiry newExpiry) {
        expiry = newExpiry;
    }

    /** The members of a ZSET by score, equal scores by the bytes of the member. */
    List<String> ranked() {
        return scores.entrySet().stream().sorted(BY_SCORE).map(Map.Entry::getKey).toList();
    }

    /** Whether the value is empty, so that Redis deletes the key. */
    boolean isEmpty() {
        return type != Type.STRING && list.isEmpty() && fields.isEmpty() && scores.isEmpty();
    }

    Value copy() {
        Value copy = new Value(type);
        copy.text = text;
        copy.list.addAll(list);
        copy.fields.putAll(fields);
        copy.scores.putAll(scores);
        copy.expiry = expiry;
        return copy;
    }

    /** Whether type and content are equal, ignoring the expiry. */
    boolean sameContent(Value other) {
        return type == other.type && text.equals(other.text) && list.equals(other.list)
                && fields.equals(other.fields) && scores.equals(other.scores);
    }

    @Override
    public String toString() {
        String content = switch (type) {
            case STRING -> Raw.readable(text);
            case LIST -> list.stream().map(Raw::readable).toList().toString();
            case ZSET -> ranked().stream().map(m -> Raw.readable(m) + "=" + scores.get(m)).toList().toString();
            default -> fields.entrySet().stream().map(f -> Raw.readable(f.getKey()) + "=" + Raw.readable(f.getValue()))
                    .toList().toString();
        };
        return expiry.equals(Expiry.NEVER) ? content : content + " " + expiry;
    }
}
