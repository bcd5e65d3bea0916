package io.github.asynqee;

import static io.github.asynqee.ProjectFiles.ROOT;
import static io.github.asynqee.ProjectFiles.read;
import static io.github.asynqee.ProjectFiles.walk;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** {@code docs/contributing/architecture.md} names every package; it and its two companions only name types that exist. */
class ArchitecturePageTest {

    private static final Pattern TYPE = Pattern.compile("`([A-Z][A-Za-z]+)`");
    private static final Pattern TYPE_IN_DIAGRAM = Pattern.compile("\\b((?:[A-Z][a-z]+){2,})\\b");
    private static final Pattern DIAGRAM = Pattern.compile("(?s)```mermaid(.*?)```");
    private static final Pattern PACKAGE = Pattern.compile("(?m)^\\| `([a-z]+(?:\\.[a-z]+)*)` \\|");
    /** Types of Jakarta EE. */
    private static final Set<String> FOREIGN = Set.of("ManagedThreadFactory", "ObservesAsync");

    private final String page = read(ROOT.resolve("docs/contributing/architecture.md"));

    @Test
    void every_type_it_names_exists() {
        String pages = page + Stream.of("walks", "where-to-add")
                .map(name -> read(ROOT.resolve("docs/contributing/" + name + ".md"))).collect(Collectors.joining());
        Set<String> named = matches(TYPE, pages);
        named.addAll(matches(TYPE_IN_DIAGRAM, String.join(" ", matches(DIAGRAM, pages))));
        named.removeAll(FOREIGN);
        Set<String> types = sources().map(file -> file.getFileName().toString().replace(".java", ""))
                .collect(Collectors.toSet());

        assertThat(named).hasSizeGreaterThan(40);
        named.removeAll(types);
        assertThat(named).as("no types of this project").isEmpty();
    }

    @Test
    void every_package_is_in_its_tables() {
        Set<String> packages = sources().filter(file -> file.endsWith("package-info.java"))
                .filter(file -> file.toString().contains("src/main"))
                .filter(file -> file.startsWith(ROOT.resolve("connector/redis"))
                        || file.startsWith(ROOT.resolve("connector/core"))
                        || file.startsWith(ROOT.resolve("connector/inspector"))
                        || file.startsWith(ROOT.resolve("connector/messaging"))
                        || file.startsWith(ROOT.resolve("connector/transactions"))
                        || file.startsWith(ROOT.resolve("connector/codecs"))
                        || file.startsWith(ROOT.resolve("connector/testkit-junit"))
                        || file.startsWith(ROOT.resolve("connector/console")))
                .map(file -> file.toString()
                        .replaceAll(".*io/github/asynqee/?(messaging/|transactions/|codecs/|testkit/|console/)?", "")
                        .replaceAll("/?package-info.java", "").replace('/', '.'))
                .filter(name -> !name.isEmpty() && !name.equals("messaging"))
                .collect(Collectors.toCollection(TreeSet::new));
        packages.add("internal.protocol.wire");

        assertThat(matches(PACKAGE, page)).containsExactlyInAnyOrderElementsOf(packages);
    }

    private static Set<String> matches(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<Path> sources() {
        return walk(ROOT.resolve("connector"))
                .filter(file -> file.toString().contains("/src/") && file.toString().endsWith(".java"));
    }
}
