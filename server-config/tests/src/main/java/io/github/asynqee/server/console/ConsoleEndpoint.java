package io.github.asynqee.server.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A method of the console's API, from the table in {@code docs/console-api.md}, which a test of the console compares
 * with the code.
 *
 * @param method of HTTP
 * @param path below {@code api/}, with names in braces
 * @param role the lowest that may call it, or {@code anyone}
 * @param action in the audit log, empty if the call is not logged
 */
public record ConsoleEndpoint(String method, String path, String role, String action) {

    private static final Pattern ROW = Pattern
            .compile("\\| (GET|POST|DELETE) \\| `/([^`]*)` \\| (\\w+) \\| (?:`([a-z.]+)`|–) \\|.*");
    private static final List<String> ROLES = List.of("anyone", "viewer", "operator", "admin");
    /** Bodies that are valid. */
    private static final Map<String, String> BODIES = Map.of("task.create",
            "{\"queue\":\"made\",\"type\":\"made:here\",\"payload\":{\"text\":\"{}\"}}", "task.reschedule",
            "{\"at\":\"2040-01-01T00:00:00Z\"}", "task.edit", "{\"maxRetry\":3}", "task.clone", "{}", "task.move",
            "{\"queue\":\"elsewhere\"}", "job.create",
            "{\"action\":\"run\",\"q\":\"queue:none state:retry\",\"reason\":\"test\"}", "marker.create",
            "{\"text\":\"version 1\"}", "alert.settings", "{\"revision\":0}", "alert.silence",
            "{\"until\":\"2040-01-01T00:00:00Z\",\"reason\":\"test\"}", "limit.resume",
            "{\"limit\":\"none\",\"closedUntil\":\"2040-01-01T00:00:00Z\"}");

    /** All methods, with the logout at the end. */
    public static List<ConsoleEndpoint> all() {
        try {
            List<ConsoleEndpoint> rows = Files.readAllLines(Path.of("../../docs/console-api.md")).stream()
                    .map(ROW::matcher)
                    .filter(Matcher::matches)
                    .map(row -> new ConsoleEndpoint(row.group(1), row.group(2), row.group(3),
                            Objects.requireNonNullElse(row.group(4), "")))
                    .sorted(Comparator.comparing(endpoint -> endpoint.path().endsWith("logout"))).toList();
            if (rows.size() < 30) {
                throw new IllegalStateException("the table of the API was not found: " + rows);
            }
            return rows;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public boolean isAllowedFor(String user) {
        return ROLES.indexOf(user) >= ROLES.indexOf(role);
    }

    public boolean isChange() {
        return !method.equals("GET");
    }

    /** A path with names that do not exist. */
    public String url() {
        return url("none", "none");
    }

    /** A path with a queue and an ID, and other names that do not exist. */
    public String url(String queue, String id) {
        return "api/" + path.replace("{redis}", "default").replace("{queue}", queue).replace("{id}", id)
                .replace("{silence}", "none").replace("{target}", "none").replace("{marker}", "none")
                .replace("{batch}", "none")
                .replace("{job}", "00000000-0000-0000-0000-000000000000");
    }

    public String body() {
        return BODIES.getOrDefault(action, "{}");
    }

    @Override
    public String toString() {
        return method + " " + path;
    }
}
