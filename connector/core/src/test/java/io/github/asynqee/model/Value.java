package io.github.asynqee.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What one key holds, by Redis' types. */
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
     * When a key ends.
     *
     * @param at time in nanoseconds of the simulated clock
     * @param life milliseconds it was given, 0 if it was given a time
     */
    record Expiry(long at, long life) {

        static final Expiry NEVER = new Expiry(Long.MAX_VALUE, 0);

        /** Whether another is the same, where up to so much of its life may have passed. */
        boolean sameAs(Expiry other, long passedMillis) {
            return life == 0 || other.life == 0 ? at == other.at
                    : other.life <= life && other.life >= life - passedMillis;
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
        return scores.entrySet().stream().sorted(BY_SCORE).map(Map.Entry::getKey)
                .collect(Collectors.toCollection(ArrayList::new));
    }

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

    boolean sameContent(Value other) {
        return type == other.type && text.equals(other.text) && list.equals(other.list) && fields.equals(other.fields)
                && scores.equals(other.scores);
    }

    @Override
    public String toString() {
        return switch (type) {
            case STRING -> Raw.readable(text);
            case LIST -> list.stream().map(Raw::readable).toList().toString();
            default -> ranked().stream().map(m -> Raw.readable(m) + "=" + "%.0f".formatted(scores.get(m))).toList()
                    + fields.entrySet().stream().map(f -> Raw.readable(f.getKey()) + "=" + Raw.readable(f.getValue()))
                            .toList().toString();
        };
    }
}
