package io.github.asynqee.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.POST;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.github.asynqee.console.http.Action;
import io.github.asynqee.console.security.Allowed;
import io.github.asynqee.console.security.Public;
import org.junit.jupiter.api.Test;

/** Every method of the API has a role, every change an action for the audit log, and {@code docs/console.md} lists them. */
class EndpointsTest {

    private static final Path PAGE = Path.of("../../docs/console.md");

    /** A method that answers requests. */
    private record Endpoint(String verb, String path, Method method) {

        String row() {
            Allowed allowed = method.getAnnotation(Allowed.class);
            Action action = method.getAnnotation(Action.class);
            String role = allowed == null ? "anyone" : allowed.value().name().toLowerCase(Locale.ROOT);
            return "| " + verb + " | `" + path + "` | " + role + " | "
                    + (action == null ? "–" : "`" + action.value() + "`") + " |";
        }
    }

    private static List<Endpoint> endpoints() {
        List<Endpoint> found = new ArrayList<>();
        for (JavaClass type : new ClassFileImporter().importPackages("io.github.asynqee.console.api")) {
            jakarta.ws.rs.Path base = type.reflect().getAnnotation(jakarta.ws.rs.Path.class);
            for (Method method : base == null ? new Method[0] : type.reflect().getDeclaredMethods()) {
                Stream.of(method.getAnnotations()).map(each -> each.annotationType().getAnnotation(HttpMethod.class))
                        .filter(each -> each != null).forEach(verb -> {
                            jakarta.ws.rs.Path own = method.getAnnotation(jakarta.ws.rs.Path.class);
                            String path = "/" + base.value() + (own == null ? "" : "/" + own.value());
                            found.add(new Endpoint(verb.value(), path, method));
                        });
            }
        }
        found.sort(Comparator.comparing(Endpoint::path).thenComparing(Endpoint::verb));
        return found;
    }

    @Test
    void every_method_has_a_role_or_is_public() {
        assertThat(endpoints()).hasSizeGreaterThan(30).allSatisfy(endpoint -> assertThat(
                endpoint.method().isAnnotationPresent(Allowed.class)).as(endpoint.row())
                .isNotEqualTo(endpoint.method().isAnnotationPresent(Public.class)));
    }

    @Test
    void every_change_is_audited() {
        for (Endpoint endpoint : endpoints()) {
            Allowed allowed = endpoint.method().getAnnotation(Allowed.class);
            boolean audited = endpoint.method().isAnnotationPresent(Action.class);
            boolean reads = endpoint.verb().equals("GET") || allowed != null && allowed.readOnly();
            assertThat(audited).as(endpoint.row()).isNotEqualTo(reads);
            assertThat(List.of(GET.class, POST.class, DELETE.class)).as(endpoint.row())
                    .anyMatch(endpoint.method()::isAnnotationPresent);
        }
    }

    @Test
    void actions_are_unambiguous() {
        assertThat(endpoints().stream().filter(each -> each.method().isAnnotationPresent(Action.class))
                .map(each -> each.method().getAnnotation(Action.class).value())).doesNotHaveDuplicates();
    }

    @Test
    void the_page_lists_them() throws IOException {
        String page = Files.readString(PAGE);
        List<String> rows = endpoints().stream().map(Endpoint::row).toList();

        List<String> listed = page.lines().filter(line -> line.matches("\\| (GET|POST|DELETE|PUT|PATCH) \\|.*"))
                .map(line -> line.replaceAll("^((?:[^|]*\\|){5}).*", "$1")).toList();
        assertThat(listed).as("the rows should be\n" + String.join("\n", rows)).containsExactlyElementsOf(rows);
    }
}
