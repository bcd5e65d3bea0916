package io.github.asynqee.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;

import io.github.asynqee.console.http.Action;
import io.github.asynqee.console.security.Allowed;
import io.github.asynqee.console.security.Public;
import org.junit.jupiter.api.Test;

/** Every method of the API has a role, every change an action for the audit log, and {@code docs/console-api.md} lists them. */
class EndpointsTest {

    private static final Path PAGE = Path.of("../../docs/console-api.md");

    @Test
    void every_method_has_a_role_or_is_public() {
        assertThat(Endpoint.all()).hasSizeGreaterThan(30).allSatisfy(endpoint -> assertThat(
                endpoint.method().isAnnotationPresent(Allowed.class)).as(endpoint.row())
                .isNotEqualTo(endpoint.method().isAnnotationPresent(Public.class)));
    }

    @Test
    void every_change_and_every_export_is_audited() {
        for (Endpoint endpoint : Endpoint.all()) {
            Allowed allowed = endpoint.method().getAnnotation(Allowed.class);
            boolean audited = endpoint.method().isAnnotationPresent(Action.class);
            boolean reads = endpoint.verb().equals("GET") || allowed != null && allowed.readOnly();
            boolean export = endpoint.path().equals("/{redis}/tasks/export");
            assertThat(audited).as(endpoint.row()).isEqualTo(!reads || export);
            assertThat(List.of(GET.class, POST.class, DELETE.class)).as(endpoint.row())
                    .anyMatch(endpoint.method()::isAnnotationPresent);
        }
    }

    @Test
    void actions_are_unambiguous() {
        assertThat(Endpoint.all().stream().filter(each -> each.method().isAnnotationPresent(Action.class))
                .map(each -> each.method().getAnnotation(Action.class).value())).doesNotHaveDuplicates();
    }

    @Test
    void the_page_lists_them() throws IOException {
        String page = Files.readString(PAGE);
        List<String> rows = Endpoint.all().stream().map(Endpoint::row).toList();

        List<String> listed = page.lines().filter(line -> line.matches("\\| (GET|POST|DELETE|PUT|PATCH) \\|.*"))
                .map(line -> line.replaceAll("^((?:[^|]*\\|){5}).*", "$1")).toList();
        assertThat(listed).as("the rows should be\n" + String.join("\n", rows)).containsExactlyElementsOf(rows);
    }
}
