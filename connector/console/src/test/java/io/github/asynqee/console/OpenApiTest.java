package io.github.asynqee.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import jakarta.ws.rs.Consumes;

import io.github.asynqee.console.alert.SettingsForm;
import org.junit.jupiter.api.Test;

/** {@code openapi.json} describes exactly the methods of the API, their parameters, bodies, answers and problems. */
class OpenApiTest {

    private static final Path SOURCES = Path.of("src/main/java");
    private static final Pattern CODE = Pattern
            .compile("(?:Problem\\.of|ProblemException|Problem)\\(\\d{3}, \"([a-z-]+)\"");

    private final JsonObject document = OpenApiDocument.read();

    /** The document's operation for a method. */
    private JsonObject operation(Endpoint endpoint) {
        JsonObject path = document.getJsonObject("paths").getJsonObject(endpoint.path());
        JsonObject operation = path == null ? null : path.getJsonObject(endpoint.verb().toLowerCase(Locale.ROOT));
        assertThat(operation).as("openapi.json has no " + endpoint.verb() + " " + endpoint.path()).isNotNull();
        return operation;
    }

    private JsonObject resolved(JsonObject object) {
        String ref = object.getString("$ref", null);
        return ref == null ? object : document.getValue(ref.substring(1)).asJsonObject();
    }

    @Test
    void it_has_the_methods_of_the_api_and_no_others() {
        Set<String> documented = new TreeSet<>();
        document.getJsonObject("paths").forEach((path, methods) -> methods.asJsonObject().keySet()
                .forEach(verb -> documented.add(verb.toUpperCase(Locale.ROOT) + " " + path)));

        assertThat(documented).containsExactlyInAnyOrderElementsOf(
                Endpoint.all().stream().map(endpoint -> endpoint.verb() + " " + endpoint.path()).toList());
    }

    @Test
    void role_and_audit_are_those_of_the_method() {
        for (Endpoint endpoint : Endpoint.all()) {
            assertThat(operation(endpoint).getString("x-role", "anyone")).as(endpoint.row()).isEqualTo(endpoint.role());
            assertThat(operation(endpoint).getString("x-audit", null)).as(endpoint.row()).isEqualTo(endpoint.action());
        }
    }

    @Test
    void parameters_are_those_of_the_method() {
        for (Endpoint endpoint : Endpoint.all()) {
            Set<String> expected = new TreeSet<>(endpoint.parameters());
            if (!endpoint.verb().equals("GET")) {
                expected.add("header X-CSRF-Token");
            }
            List<String> documented = operation(endpoint).getOrDefault("parameters", JsonValue.EMPTY_JSON_ARRAY)
                    .asJsonArray().stream().map(each -> resolved(each.asJsonObject()))
                    .map(each -> each.getString("in") + " " + each.getString("name")).toList();
            assertThat(documented).as(endpoint.row()).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    @Test
    void bodies_and_their_limits_are_documented() {
        for (Endpoint endpoint : Endpoint.all()) {
            boolean hasBody = endpoint.method().isAnnotationPresent(Consumes.class);
            JsonObject responses = operation(endpoint).getJsonObject("responses");
            assertThat(operation(endpoint).containsKey("requestBody")).as(endpoint.row()).isEqualTo(hasBody);
            assertThat(responses.containsKey("415")).as(endpoint.row()).isEqualTo(hasBody);
            assertThat(responses.containsKey("413")).as(endpoint.row()).isEqualTo(!endpoint.verb().equals("GET"));
            assertThat(responses.containsKey("401")).as(endpoint.row()).isEqualTo(!endpoint.role().equals("anyone"));
            assertThat(responses.containsKey("409") || endpoint.action() == null).as(endpoint.row()).isTrue();
        }
    }

    @Test
    void bodies_of_tasks_have_the_members_that_are_read() throws ReflectiveOperationException {
        for (Map.Entry<String, String> body : Map.of("OF_EDIT", "Edit", "OF_CLONE", "Clone", "OF_TASK", "NewTask")
                .entrySet()) {
            Field members = Class.forName("io.github.asynqee.console.api.TaskEdits").getDeclaredField(body.getKey());
            members.setAccessible(true);
            assertThat(schema(body.getValue()).getJsonObject("properties").keySet())
                    .isEqualTo(members.get(null));
        }
    }

    @Test
    void settings_of_alerts_have_the_members_and_codes_that_are_known() throws ReflectiveOperationException {
        Field codes = Class.forName("io.github.asynqee.console.alert.AlertCodes").getDeclaredField("ALL");
        codes.setAccessible(true);

        assertThat(schema("NewAlertSettings").getJsonObject("properties").keySet()).isEqualTo(SettingsForm.MEMBERS);
        assertThat(schema("AlertCode").getJsonArray("enum").getValuesAs(JsonString::getString))
                .isEqualTo(codes.get(null));
    }

    private JsonObject schema(String name) {
        return document.getJsonObject("components").getJsonObject("schemas").getJsonObject(name);
    }

    @Test
    void answers_have_the_schemas_of_their_records() {
        for (Endpoint endpoint : Endpoint.all()) {
            Type returned = endpoint.method().getGenericReturnType();
            JsonObject responses = operation(endpoint).getJsonObject("responses");
            if (returned == void.class) {
                assertThat(responses.containsKey("204") || responses.containsKey("200")).as(endpoint.row()).isTrue();
            } else if (ApiSchemas.isRecord(returned)) {
                assertThat(responses.getJsonObject("200").getJsonObject("content").getJsonObject("application/json")
                        .getJsonObject("schema").getString("$ref")).as(endpoint.row())
                        .isEqualTo("#/components/schemas/" + ApiSchemas.name(returned));
            }
        }
    }

    @Test
    void problems_have_the_codes_of_the_sources() throws IOException {
        Set<String> codes = new TreeSet<>();
        try (Stream<Path> files = Files.walk(SOURCES)) {
            files.filter(file -> file.toString().endsWith(".java")).map(OpenApiTest::text)
                    .forEach(text -> CODE.matcher(text).results().forEach(found -> codes.add(found.group(1))));
        }
        assertThat(codes).hasSizeGreaterThan(8);
        codes.addAll(Set.of("http-404", "http-405", "http-406", "http-415"));

        assertThat(schema("Problem").getJsonObject("properties").getJsonObject("code").getJsonArray("enum")
                .getValuesAs(JsonString::getString)).containsExactlyInAnyOrderElementsOf(codes);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file).replaceAll("\\s+", " ");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void operations_have_names_of_their_own_and_schemas_are_used() {
        String text = document.toString();
        Map<String, Long> ids = Endpoint.all().stream().map(endpoint -> operation(endpoint).getString("operationId"))
                .collect(Collectors.groupingBy(id -> id, TreeMap::new, Collectors.counting()));

        assertThat(ids.values()).containsOnly(1L);
        assertThat(document.getJsonObject("components").getJsonObject("schemas").keySet()).allSatisfy(
                name -> assertThat(text).contains("\"#/components/schemas/" + name + "\""));
    }
}
