package io.github.asynqee.console.query;

import java.math.BigDecimal;
import java.util.List;
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

    private static final String NUMBER = "-?[0-9]{1,30}(\\.[0-9]{1,30})?";

    private final List<String> path;
    private final Predicate<JsonValue> condition;

    PayloadMember(Clause clause) {
        this.path = clause.path();
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
        return payload != null && test(payload, 0);
    }

    private boolean test(JsonValue value, int depth) {
        if (value instanceof JsonArray elements) {
            return elements.stream().anyMatch(element -> test(element, depth)) || isElement(elements, depth);
        }
        if (depth == path.size()) {
            return condition.test(value);
        }
        JsonValue member = value instanceof JsonObject object ? object.get(path.get(depth)) : null;
        return member != null && test(member, depth + 1);
    }

    private boolean isElement(JsonArray elements, int depth) {
        if (depth == path.size() || !path.get(depth).matches("[0-9]{1,7}")) {
            return false;
        }
        int index = Integer.parseInt(path.get(depth));
        return index < elements.size() && test(elements.get(index), depth + 1);
    }
}
