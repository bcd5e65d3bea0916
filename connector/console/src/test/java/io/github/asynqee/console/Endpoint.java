package io.github.asynqee.console;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.github.asynqee.console.http.Action;
import io.github.asynqee.console.security.Allowed;

/** A method that answers requests. */
record Endpoint(String verb, String path, Method method) {

    private static final List<Endpoint> ALL = find();

    /** All methods of the API, by path and verb. */
    static List<Endpoint> all() {
        return ALL;
    }

    private static List<Endpoint> find() {
        List<Endpoint> found = new ArrayList<>();
        for (JavaClass type : new ClassFileImporter().importPackages("io.github.asynqee.console.api")) {
            Path base = type.reflect().getAnnotation(Path.class);
            for (Method method : base == null ? new Method[0] : type.reflect().getDeclaredMethods()) {
                Stream.of(method.getAnnotations()).map(each -> each.annotationType().getAnnotation(HttpMethod.class))
                        .filter(each -> each != null).forEach(verb -> {
                            Path own = method.getAnnotation(Path.class);
                            String path = "/" + base.value() + (own == null ? "" : "/" + own.value());
                            found.add(new Endpoint(verb.value(), path, method));
                        });
            }
        }
        found.sort(Comparator.comparing(Endpoint::path).thenComparing(Endpoint::verb));
        return List.copyOf(found);
    }

    /** The role as the pages write it, {@code anyone} if none is needed. */
    String role() {
        Allowed allowed = method.getAnnotation(Allowed.class);
        return allowed == null ? "anyone" : allowed.value().name().toLowerCase(Locale.ROOT);
    }

    /** The action in the audit log, {@code null} if there is none. */
    String action() {
        Action action = method.getAnnotation(Action.class);
        return action == null ? null : action.value();
    }

    String row() {
        return "| " + verb + " | `" + path + "` | " + role() + " | " + (action() == null ? "–" : "`" + action() + "`")
                + " |";
    }

    /** Names of path and query parameters, as {@code path redis}. A field of the class counts if the path has its name. */
    Set<String> parameters() {
        Set<String> names = new TreeSet<>();
        Stream.of(method.getParameters()).forEach(each -> names.addAll(names(each)));
        Stream.of(method.getDeclaringClass().getDeclaredFields()).flatMap(each -> names(each).stream())
                .filter(name -> !name.startsWith("path ") || path.contains("{" + name.substring(5) + "}"))
                .forEach(names::add);
        return names;
    }

    private static List<String> names(AnnotatedElement element) {
        return Stream.of(name(element, PathParam.class, each -> "path " + each.value()),
                name(element, QueryParam.class, each -> "query " + each.value())).flatMap(List::stream).toList();
    }

    private static <A extends java.lang.annotation.Annotation> List<String> name(AnnotatedElement element,
            Class<A> type,
            Function<A, String> name) {
        return element.isAnnotationPresent(type) ? List.of(name.apply(element.getAnnotation(type))) : List.of();
    }
}
