package io.github.asynqee.console.query;

import java.math.BigDecimal;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import jakarta.json.JsonArray;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;

/**
 * The condition on a member of a JSON payload. Of an array any element is meant, or by its index one. Texts are compared
 * without regard to case, numbers as numbers.
 */
final class PayloadMember {

    private static final String INDEX = "[0-9]{1,7}";
    private static final String NUMBER = "-?[0-9]{1,30}(\\.[0-9]{1,30})?";

    private final List<String> path;
    private final boolean hasIndex;
    private final Predicate<JsonValue> condition;

    PayloadMember(Clause clause) {
        this.path = clause.path();
        this.hasIndex = path.stream().anyMatch(name -> name.matches(INDEX));
        String value = clause.value();
        BigDecimal number = value.matches(NUMBER) ? new BigDecimal(value) : null;
        this.condition = switch (clause.operator()) {
            case ":" -> member -> member instanceof JsonNumber found && number != null
                    ? found.bigDecimalValue().compareTo(number) == 0
                    : value.equalsIgnoreCase(text(member));
            case "~" -> member -> Conditions.contains(text(member), value);
            default -> comparison(clause, number);
        };
    }

    private static Predicate<JsonValue> comparison(Clause clause, BigDecimal number) {
        if (number == null) {
            throw new QueryException("\"" + clause.value() + "\" is not a number", clause.valuePosition(),
                    clause.valueLength(), List.of("0", "3", "-1.5"));
        }
        return member -> member instanceof JsonNumber found
                && Conditions.holds(clause.operator(), found.bigDecimalValue().compareTo(number));
    }

    /** A text, number, {@code true}, {@code false} or {@code null} as text; of an object or array {@code null}. */
    private static String text(JsonValue member) {
        return switch (member.getValueType()) {
            case STRING -> ((JsonString) member).getString();
            case OBJECT, ARRAY -> null;
            default -> member.toString();
        };
    }

    /** Whether a payload has such a member; {@code null} has none. */
    boolean test(JsonValue payload) {
        return payload != null && test(payload, 0, hasIndex ? new IdentityHashMap<>() : null);
    }

    /**
     * Whether a value has the rest of the path.
     *
     * @param tried the arrays with the depths for which they were looked at: with an index in the path several ways lead to
     *        the same element, in nested arrays exponentially many; {@code null} without an index
     */
    private boolean test(JsonValue value, int depth, Map<JsonArray, BitSet> tried) {
        if (value instanceof JsonArray elements) {
            return isNew(elements, depth, tried)
                    && (elements.stream().anyMatch(element -> test(element, depth, tried))
                            || isElement(elements, depth, tried));
        }
        if (depth == path.size()) {
            return condition.test(value);
        }
        JsonValue member = value instanceof JsonObject object ? object.get(path.get(depth)) : null;
        return member != null && test(member, depth + 1, tried);
    }

    private static boolean isNew(JsonArray elements, int depth, Map<JsonArray, BitSet> tried) {
        if (tried == null) {
            return true;
        }
        BitSet depths = tried.computeIfAbsent(elements, array -> new BitSet());
        boolean isNew = !depths.get(depth);
        depths.set(depth);
        return isNew;
    }

    private boolean isElement(JsonArray elements, int depth, Map<JsonArray, BitSet> tried) {
        if (depth == path.size() || !path.get(depth).matches(INDEX)) {
            return false;
        }
        int index = Integer.parseInt(path.get(depth));
        return index < elements.size() && test(elements.get(index), depth + 1, tried);
    }
}
