package io.github.asynqee.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages with evidence name tests that exist; {@code docs/contributing/conformance.md} has a row for each requirement. */
class ConformanceTest {

    private static final Path ROOT = Path.of("..", "..");
    private static final int REQUIREMENTS = 10;
    /** A row of the table: number, requirement, tests, remaining gaps. */
    private static final Pattern ROW = Pattern
            .compile("^\\| (\\d+) \\|([^|]+)\\|([^|]*)\\|([^|]*)\\|$", Pattern.MULTILINE);
    /** A test class, or one of its tests. */
    private static final Pattern NAMED = Pattern.compile("`(\\w+?(?:Test|IT))(?:\\.(\\w+))?`");

    private final Map<String, String> sources = sources();
    private final List<Row> rows = rows();

    private record Row(int number, String tests, String unproven) {}

    @Test
    void every_requirement_has_a_row() {
        assertThat(rows).extracting(Row::number)
                .containsExactlyElementsOf(IntStream.rangeClosed(1, REQUIREMENTS).boxed().toList());
    }

    @Test
    void every_requirement_has_a_test_or_a_reason() {
        assertThat(rows).allSatisfy(row -> assertThat(NAMED.matcher(row.tests()).find() || !row.unproven().isBlank())
                .as("requirement " + row.number()).isTrue());
    }

    @ParameterizedTest
    @ValueSource(strings = { "conformance.md", "console-security.md", "reliability.md" })
    void every_test_that_is_named_exists(String page) {
        List<String> missing = NAMED.matcher(read(ROOT.resolve("docs/contributing").resolve(page))).results()
                .filter(named -> {
                    String source = sources.get(named.group(1));
                    return source == null
                            || named.group(2) != null && !source.contains(" void " + named.group(2) + "(");
                }).map(MatchResult::group).toList();

        assertThat(missing).isEmpty();
    }

    private static List<Row> rows() {
        return ROW.matcher(read(ROOT.resolve("docs/contributing/conformance.md"))).results()
                .map(row -> new Row(Integer.parseInt(row.group(1)), row.group(3), row.group(4))).toList();
    }

    /** The text of each test class by its name. */
    private static Map<String, String> sources() {
        Map<String, String> found = new HashMap<>();
        for (String folder : List.of("connector", "server-config")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
                files.map(Path::toString).filter(file -> file.matches(".*[\\\\/]src[\\\\/].*(Test|IT)\\.java"))
                        .forEach(file -> found.put(className(file), read(Path.of(file))));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return found;
    }

    private static String className(String file) {
        return Path.of(file).getFileName().toString().replace(".java", "");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
