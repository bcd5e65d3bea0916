package io.github.asynqee.sample.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The snippets of the README and of the page about testing are parts of the examples and of their configuration. */
class ReadmeExamplesTest {

    private static final Path README = Path.of("../README.md");
    private static final Path EXAMPLES = Path.of("src/main/java/io/github/asynqee/sample/examples");
    private static final String CONFIGURATION = read(
            Path.of("src/main/resources/META-INF/microprofile-config.properties"));
    private static final Pattern ROW = Pattern
            .compile("(?m)^\\|[^|]*\\|([^|]*)\\| \\[(\\w+)]"
                    + "\\(sample-war/[^)]*/examples/((?:\\w+/)?(\\w+))\\.java\\) \\|$");
    private static final Pattern SNIPPET = Pattern.compile("`([^`]+)`");
    private static final Pattern BLOCK = Pattern.compile("(?s)```(java|properties)\\n(.*?)```");
    /** Shared by the examples, or what runs them. */
    private static final Set<String> PARTS = Set.of("EmailsRun", "Example", "ExampleLog", "ExampleResource",
            "WelcomeEmail", "Note");

    private static List<MatchResult> rows() {
        return ROW.matcher(read(README)).results().toList();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void the_snippets_of_a_row_are_in_its_class_or_in_the_configuration(MatchResult row) {
        String source = squeeze(read(EXAMPLES.resolve(row.group(3) + ".java")) + CONFIGURATION);

        assertThat(row.group(2)).isEqualTo(row.group(4));
        assertThat(SNIPPET.matcher(row.group(1)).results().map(snippet -> snippet.group(1))).isNotEmpty()
                .allSatisfy(snippet -> assertThat(source).contains(squeeze(snippet)));
    }

    @Test
    void each_example_has_a_row() throws IOException {
        try (Stream<Path> files = Files.walk(EXAMPLES)) {
            Set<String> examples = files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString().replace(".java", ""))
                    .filter(name -> !PARTS.contains(name)).collect(Collectors.toSet());

            assertThat(rows().stream().map(row -> row.group(2))).containsExactlyInAnyOrderElementsOf(examples);
        }
    }

    @Test
    void each_line_of_a_block_is_in_the_start_example_or_in_the_configuration() {
        String emails = squeeze(read(EXAMPLES.resolve("Emails.java")));
        List<MatchResult> blocks = BLOCK.matcher(read(README)).results().toList();

        assertThat(blocks).hasSize(2);
        for (MatchResult block : blocks) {
            String source = block.group(1).equals("java") ? emails : squeeze(CONFIGURATION);
            assertThat(block.group(2).lines().map(line -> squeeze(line.replaceAll("//.*|…", ""))))
                    .allSatisfy(line -> assertThat(source).contains(line));
        }
    }

    @Test
    void the_examples_of_the_page_about_testing_are_tests() {
        String tests = squeeze(read(Path.of("src/test/java/io/github/asynqee/sample/examples/RemindersTest.java"))
                + read(Path.of(
                        "../connector/testkit-junit/src/test/java/io/github/asynqee/testkit/junit/IncomingBeansTest.java"))
                + read(Path
                        .of("../server-config/tests/src/main/java/io/github/asynqee/server/ApplicationQueuesIT.java")));

        assertThat(BLOCK.matcher(read(Path.of("../docs/testing.md"))).results().toList()).hasSize(6)
                .allSatisfy(block -> assertThat(tests).contains(squeeze(block.group(2))));
    }

    /** Without blanks: the formatter breaks lines. */
    private static String squeeze(String text) {
        return text.replaceAll("\\s", "");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
