package io.github.asynqee.metrics;

import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Parses the HTTP header {@code Accept} to choose a format. */
final class AcceptHeader {

    private AcceptHeader() {}

    /** Returns the quality of a type, from 0 (not accepted or not named) to 1. Ignores wildcards. */
    static double quality(Collection<String> accept, String type, String version) {
        double best = 0;
        for (String range : String.join(",", accept).split(",")) {
            String[] parts = range.split(";");
            Map<String, String> parameters = parameters(parts);
            if (parts[0].strip().equalsIgnoreCase(type)
                    && parameters.getOrDefault("version", version).equals(version)) {
                best = Math.max(best, number(parameters.getOrDefault("q", "1")));
            }
        }
        return best;
    }

    private static Map<String, String> parameters(String[] parts) {
        Map<String, String> parameters = new HashMap<>();
        for (int i = 1; i < parts.length; i++) {
            String[] parameter = parts[i].split("=", 2);
            if (parameter.length == 2) {
                parameters.put(parameter[0].strip().toLowerCase(Locale.ROOT),
                        parameter[1].strip().replaceAll("^\"|\"$", ""));
            }
        }
        return parameters;
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
