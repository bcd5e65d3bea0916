package io.github.asynqee.messaging.internal.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

import io.github.asynqee.messaging.internal.config.property.Attribute;

/**
 * A row of the tables of attributes in {@code docs/configuration.md}.
 *
 * @param key the attribute
 * @param where the scopes
 * @param type the kind of value
 * @param range the smallest and the largest value; {@code null} if the type has no limits
 * @param defaultValue the default
 * @param example a valid value
 */
record AttributeRow(String key, String where, String type, String range, String defaultValue, String example) {

    private static final Path PAGE = Path.of("..", "..", "docs", "configuration.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([\\w.-]+)` \\| ([^|]+) \\| "
            + "([^|]+?)(?:, ((?:0 or )?(?:at least [^|]+|\\S+ to [^|]+)))? \\| ([^|]+) \\| `([^`|]+)` \\| [^|]+ \\|$");

    static List<AttributeRow> all() {
        return ROW.matcher(page()).results().map(row -> new AttributeRow(row.group(1), row.group(2), row.group(3),
                row.group(4), row.group(5), row.group(6))).toList();
    }

    static AttributeRow of(Attribute attribute) {
        return all().stream().filter(row -> row.key.equals(attribute.key())).findFirst().orElseThrow();
    }

    static String page() {
        try {
            return Files.readString(PAGE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
