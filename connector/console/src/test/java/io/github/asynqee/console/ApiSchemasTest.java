package io.github.asynqee.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;

import jakarta.json.JsonObject;

import org.junit.jupiter.api.Test;

/** The schemas of answers in {@code openapi.json} match the records that the methods return. */
class ApiSchemasTest {

    private static final String COMMAND = "./mvnw -Dquick -pl connector/console -am -Dtest=ApiSchemasTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Dwrite.docs=true test";

    @Test
    void openapi_json_is_as_written_from_the_records() throws IOException {
        Map<String, JsonObject> schemas = ApiSchemas.all();
        String written = OpenApiDocument.with(schemas);
        if (Boolean.getBoolean("write.docs")) {
            Files.writeString(OpenApiDocument.FILE, written);
        }
        JsonObject documented = OpenApiDocument.read().getJsonObject("components").getJsonObject("schemas");

        assertThat(schemas.keySet()).hasSizeGreaterThan(40)
                .as("schemas in openapi.json that are not those of the records. To write them: " + COMMAND)
                .allMatch(name -> schemas.get(name).equals(documented.get(name)));
        assertThat(OpenApiDocument.text().equals(written))
                .as("openapi.json has the layout of the tool. To write it: " + COMMAND).isTrue();
    }
}
