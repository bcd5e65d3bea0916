package io.github.asynqee.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;

import org.junit.jupiter.api.Test;

/** The schemas of answers in {@code openapi.json} are those of the records that the methods return. */
class ApiSchemasTest {

    private static final String COMMAND = "./mvnw -Dquick -pl connector/console -am -Dtest=ApiSchemasTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Dwrite.docs=true test";

    @Test
    void openapi_json_is_as_written_from_the_records() throws IOException {
        String written = OpenApiDocument.with(ApiSchemas.all());
        if (Boolean.getBoolean("write.docs")) {
            Files.writeString(OpenApiDocument.FILE, written);
        }
        assertThat(OpenApiDocument.text())
                .as("openapi.json has other schemas than the records of the answers, or another layout. To write it: "
                        + COMMAND)
                .isEqualTo(written);
    }
}
