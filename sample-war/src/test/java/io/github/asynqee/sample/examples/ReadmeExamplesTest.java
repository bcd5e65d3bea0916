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

/** The snippets of the README and of the pages for beginners are parts of sources that the build compiles or runs. */
class ReadmeExamplesTest {

    private static final Path README = Path.of("../README.md");
    private static final Path PAGE = Path.of("../docs/getting-started.md");
    /** The project of the archetype, which {@code .ci/quickstart} builds and runs on both servers. */
    private static final Path QUICKSTART = Path.of("../connector/archetype/src/main/resources/archetype-resources");
    private static final Path WILDFLY = Path.of("../server-config/wildfly-home/src/main/cli/microprofile.cli");
    private static final Path EXAMPLES = Path.of("src/main/java/io/github/asynqee/sample/examples");
    private static final String CONFIGURATION = read(
            Path.of("src/main/resources/META-INF/microprofile-config.properties"));
    private static final Pattern ROW = Pattern
            .compile("(?m)^\\|[^|]*\\|([^|]*)\\| \\[(\\w+)]"
                    + "\\(../sample-war/[^)]*/examples/((?:\\w+/)?(\\w+))\\.java\\) \\|$");
    private static final Pattern SNIPPET = Pattern.compile("`([^`]+)`");
    private static final Pattern BLOCK = Pattern.compile("(?s)```(\\w*)\\n(.*?)```");
    /** Classes that the examples share or that run them. */
    private static final Set<String> PARTS = Set.of("EmailsRun", "Example", "ExampleLog", "ExampleResource",
            "WelcomeEmail", "Note");

    private static List<MatchResult> rows() {
        return ROW.matcher(read(PAGE)).results().toList();
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
    void the_code_of_the_readme_is_that_of_the_quickstart() {
        String quickstart = squeeze(withoutComments(quickstart("main/java/Greetings.java"))
                + withoutComments(quickstart("main/java/Greeting.java"))
                + quickstart("main/resources/META-INF/microprofile-config.properties"));

        assertThat(blocks(README, "java|properties")).hasSize(3)
                .allSatisfy(block -> assertThat(quickstart).contains(squeeze(withoutComments(block))));
    }

    @Test
    void the_dependencies_of_the_readme_are_those_of_the_quickstart() {
        String versions = read(Path.of("../pom.xml"));
        String pom = Pattern.compile("@([\\w.-]+)@").matcher(quickstart("../pom.xml"))
                .replaceAll(
                        name -> version(name.group(1).equals("project.version") ? "version" : name.group(1), versions));

        List<String> dependencies = all("(?s)<dependency>.*?</dependency>", blocks(README, "xml").get(0));

        assertThat(dependencies).hasSize(3).first().asString().contains("<artifactId>asynq-connector<",
                "<version>" + version("version", versions) + "<");
        assertThat(dependencies.subList(1, 3)).allSatisfy(dependency -> assertThat(squeeze(pom))
                .contains(squeeze(dependency)));
    }

    @Test
    void the_servers_of_the_readme_are_configured_as_those_of_the_build() {
        List<String> features = all("<feature>[^<]+</feature>", blocks(README, "xml").get(1));
        List<String> commands = blocks(README, "").stream().filter(block -> block.startsWith("embed-server"))
                .findFirst()
                .orElseThrow().lines().toList();
        List<String> layers = all("`([\\w-]+)`", group("by Galleon\\*: the layers ([^.]+)\\.", read(README)));

        assertThat(features).hasSize(7)
                .isSubsetOf(all("<feature>[^<]+</feature>", quickstart("main/liberty/server.xml")));
        assertThat(commands).hasSize(8).isSubsetOf(read(WILDFLY).lines().map(String::strip).toList());
        assertThat(layers).hasSize(5).isSubsetOf(all("<layer>([^<]+)</layer>", quickstart("../pom.xml")));
    }

    @Test
    void the_dependencies_of_the_page_about_testing_have_the_versions_of_the_build() {
        String versions = read(Path.of("../pom.xml"));

        assertThat(all("(?s)<version>[^<]+</version>", blocks(Path.of("../docs/testing.md"), "xml").get(0)))
                .containsExactlyElementsOf(Stream.of("version", "junit.version", "assertj.version", "yasson.version")
                        .map(name -> "<version>" + version(name, versions) + "</version>").toList());
    }

    @Test
    void the_examples_of_the_page_about_testing_are_tests() {
        assertAreTests(Path.of("../docs/testing.md"), 6,
                "src/test/java/io/github/asynqee/sample/examples/RemindersTest.java",
                "../connector/testkit-junit/src/test/java/io/github/asynqee/testkit/junit/IncomingBeansTest.java",
                "../server-config/tests/src/main/java/io/github/asynqee/server/ApplicationQueuesIT.java");
    }

    @Test
    void the_test_of_the_page_for_beginners_is_that_of_the_quickstart() {
        assertAreTests(Path.of("../docs/getting-started.md"), 1, QUICKSTART + "/src/test/java/GreetingsTest.java");
    }

    @Test
    void the_classes_of_the_page_about_other_systems_are_compiled() throws IOException {
        Path folder = Path.of("src/test/java/io/github/asynqee/sample/migrating");
        try (Stream<Path> files = Files.list(folder)) {
            assertAreTests(Path.of("../docs/migrating.md"), 5, files.map(Path::toString).toArray(String[]::new));
        }
    }

    private static void assertAreTests(Path page, int number, String... files) {
        String tests = squeeze(Stream.of(files).map(file -> read(Path.of(file))).collect(Collectors.joining()));

        assertThat(blocks(page, "java")).hasSize(number).allSatisfy(block -> {
            assertThat(tests).contains(squeeze(block.replaceAll("(?m)^import .*$", "")));
            assertThat(block.lines().filter(line -> line.startsWith("import ")).map(line -> squeeze(line)))
                    .allSatisfy(line -> assertThat(tests).contains(line));
        });
    }

    /** A file below {@code src} of the quickstart, in the package of the README. */
    private static String quickstart(String file) {
        return read(QUICKSTART.resolve("src").resolve(file)).replace("${package}", "org.example.hello");
    }

    private static String version(String element, String pom) {
        return group("<" + Pattern.quote(element) + ">(\\d[^<]*)<", pom);
    }

    private static List<String> blocks(Path page, String languages) {
        return BLOCK.matcher(read(page)).results().filter(block -> block.group(1).matches(languages))
                .map(block -> block.group(2)).toList();
    }

    private static String withoutComments(String source) {
        return source.replaceAll("(?s)/\\*.*?\\*/", "");
    }

    private static String group(String pattern, String text) {
        return all(pattern, text).get(0);
    }

    /** The first group of each match, or the whole match if the pattern has no group. */
    private static List<String> all(String pattern, String text) {
        return Pattern.compile(pattern).matcher(text).results()
                .map(match -> match.group(Math.min(1, match.groupCount()))).toList();
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
