package io.github.asynqee.console.alert;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

import io.github.asynqee.inspect.Finding.Severity;

/** Names of severities in JSON. */
final class Severities {

    private Severities() {}

    static Optional<Severity> of(String name) {
        return Stream.of(Severity.values()).filter(each -> name(each).equals(name)).findFirst();
    }

    static String name(Severity severity) {
        return severity.name().toLowerCase(Locale.ROOT);
    }
}
