package io.github.asynqee.messaging.internal.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

import io.github.asynqee.messaging.internal.config.property.Attribute;
import org.junit.jupiter.api.Test;

/**
 * Keeps the table of attributes in {@code docs/configuration.md} true. To write it again:
 * {@code mvn -pl connector/messaging test -Dtest=DocumentationTest -Dwrite.docs=true}.
 */
class DocumentationTest {

    private static final Path PAGE = Path.of("..", "..", "docs", "configuration.md");
    private static final String BEGIN = "<!-- attributes: begin (generated) -->\n";
    private static final String END = "<!-- attributes: end -->\n";

    @Test
    void the_table_of_attributes_is_what_is_declared() throws IOException {
        String page = Files.readString(PAGE);
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        int end = page.indexOf(END);
        String expected = page.substring(0, begin) + table() + page.substring(end);
        if (Boolean.getBoolean("write.docs")) {
            Files.writeString(PAGE, expected);
        }
        assertThat(Files.readString(PAGE)).isEqualTo(expected);
    }

    private static String table() {
        StringBuilder table = new StringBuilder(
                "| attribute | where | value | default | meaning |\n|---|---|---|---|---|\n");
        for (Attribute attribute : Attribute.values()) {
            String where = attribute.scopes().stream().map(scope -> scope.name().toLowerCase(java.util.Locale.ROOT))
                    .collect(Collectors.joining(", "));
            table.append("| `").append(attribute.key()).append("` | ").append(where).append(" | ")
                    .append(attribute.type()).append(" | ").append(attribute.defaultValue()).append(" | ")
                    .append(attribute.description()).append(" |\n");
        }
        return table.toString();
    }
}
