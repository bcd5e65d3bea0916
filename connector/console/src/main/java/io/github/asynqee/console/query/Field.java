package io.github.asynqee.console.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A field of a task that a clause can name, with the operators it takes. */
enum Field {

    QUEUE(":"), STATE(":"), ID(":"), TYPE(":"), PAYLOAD(":"), ERROR(":"), HEADER(":"), GROUP(":"), AGE("<", ">"),
    FAILED(
            "<", ">"),
    RETRIED(":", "<", "<=", ">", ">=");

    private final List<String> operators;

    Field(String... operators) {
        this.operators = List.of(operators);
    }

    /** The operators of members of a JSON payload. */
    List<String> operatorsOfMembers() {
        return List.of(":", "~", "<", "<=", ">", ">=");
    }

    String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The field of a clause, which must have one. */
    static Field of(Clause clause) {
        int position = clause.position();
        Field field = Stream.of(values()).filter(each -> each.title().equals(clause.field().toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new QueryException("There is no field " + clause.field()
                        + "; put the text in quotes to search for it", position, clause.field().length(), expected()));
        if (clause.path().isEmpty() && !field.operators.contains(clause.operator())) {
            throw new QueryException(field.title() + " does not take " + clause.operator(),
                    position + clause.field().length(), clause.operator().length(), field.operators);
        }
        return field;
    }

    /**
     * The possible beginnings of a clause: all fields with their operators, members of payloads, bare text, a group.
     */
    static List<String> expected() {
        List<String> all = new ArrayList<>();
        for (Field field : values()) {
            field.operators.forEach(operator -> all.add(field.title() + operator));
        }
        all.addAll(List.of("payload.name:", "\"text\"", "("));
        return all;
    }
}
