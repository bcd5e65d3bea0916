package io.github.asynqee.console.query;

import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
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
 * The condition on a member of a JSON payload. A path through an array matches any element, or a single element by its
 * index. Texts are compared ignoring case, numbers as numbers.
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
            case "~" -> member -> clause.isIn(text(member));
            default -> comparison(clause, number);
        };
    }

    private static Predicate<JsonValue> comparison(Clause clause, BigDecimal number) {
        if (number == null) {
            throw new QueryException("\"" + clause.value() + "\" is not a number", clause.valuePosition(),
                    clause.valueLength(), List.of("0", "3", "-1.5"));
        }
        return member -> member instanceof JsonNumber found
                && clause.holds(found.bigDecimalValue().compareTo(number));
    }

    /** A text, number, {@code true}, {@code false} or {@code null} as text; of an object or array {@code null}. */
    private static String text(JsonValue member) {
        return switch (member.getValueType()) {
            case STRING -> ((JsonString) member).getString();
            case OBJECT, ARRAY -> null;
            default -> member.toString();
        };
    }

    /** Whether a payload has a matching member; a {@code null} payload has no members. */
    boolean test(JsonValue payload) {
        Deque<Place> open = new ArrayDeque<>();
        if (payload != null) {
            open.push(new Place(payload, 0));
        }
        Map<JsonArray, BitSet> tried = hasIndex ? new IdentityHashMap<>() : null;
        while (!open.isEmpty()) {
            Place place = open.pop();
            if (place.value instanceof JsonArray elements) {
                addElements(elements, place.depth, tried, open);
            } else if (place.depth == path.size()) {
                if (condition.test(place.value)) {
                    return true;
                }
            } else if (place.value instanceof JsonObject object && object.containsKey(path.get(place.depth))) {
                open.push(new Place(object.get(path.get(place.depth)), place.depth + 1));
            }
        }
        return false;
    }

    /**
     * A value in which the rest of the path is searched. Kept in a queue instead of recursion, because nested arrays
     * could overflow the stack.
     */
    private record Place(JsonValue value, int depth) {}

    /**
     * Adds the elements of an array.
     *
     * @param tried the arrays with the depths at which they were searched; {@code null} without an index in the path.
     *        With an index, several ways lead to the same element, and in nested arrays their number grows
     *        exponentially
     */
    private void addElements(JsonArray elements, int depth, Map<JsonArray, BitSet> tried, Deque<Place> open) {
        if (!isNew(elements, depth, tried)) {
            return;
        }
        elements.forEach(element -> open.push(new Place(element, depth)));
        if (depth < path.size() && path.get(depth).matches(INDEX)) {
            int index = Integer.parseInt(path.get(depth));
            if (index < elements.size()) {
                open.push(new Place(elements.get(index), depth + 1));
            }
        }
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
}
