package io.github.asynqee.messaging.internal.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.asynqee.messaging.internal.config.property.Attribute;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import org.junit.jupiter.api.Test;

/** {@code docs/configuration.md} matches the code; {@link AttributeTableTest} tests its ranges and examples. */
class DocumentationTest {

    private static final Pattern PROPERTIES = Pattern.compile("(?s)```properties\\n(.*?)```");

    @Test
    void each_attribute_has_one_row_with_its_scopes_type_and_default() {
        assertThat(AttributeRow.all().stream().map(DocumentationTest::declared))
                .containsExactlyInAnyOrderElementsOf(Stream.of(Attribute.values()).map(DocumentationTest::declared)
                        .toList());
    }

    private static List<String> declared(AttributeRow row) {
        return List.of(row.key(), row.where(), row.type(), row.defaultValue());
    }

    private static List<String> declared(Attribute attribute) {
        String where = attribute.scopes().stream().map(scope -> scope.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
        return List.of(attribute.key(), where, attribute.type(), attribute.defaultValue());
    }

    @Test
    void the_first_ten_attributes_are_a_valid_configuration() {
        Map<String, String> properties = PROPERTIES.matcher(AttributeRow.page()).results()
                .flatMap(block -> block.group(1).lines()).filter(line -> line.contains("=") && !line.startsWith("#"))
                .collect(Collectors.toMap(line -> line.split("=")[0], line -> line.split("=", 2)[1]));

        assertThat(properties.keySet().stream().map(name -> name.substring(name.lastIndexOf('.') + 1))
                .filter(name -> !name.equals("connector"))).hasSize(12).containsOnlyOnce("url", "concurrency");
        assertThat(ApplicationConfig.read(new SmallRyeConfigBuilder().addDefaultInterceptors()
                .withSources(new PropertiesConfigSource(properties, "page", 100)).build()).problems()).isEmpty();
    }
}
