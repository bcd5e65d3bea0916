package io.github.asynqee;

import static io.github.asynqee.ProjectFiles.ROOT;
import static io.github.asynqee.ProjectFiles.read;
import static io.github.asynqee.ProjectFiles.walk;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** Each negative control still has its place in the product, and names tests that exist. */
class ControlsTest {

    private static final String NAME = "== ";

    /** One entry of a table in {@code .ci/controls}. */
    private record Control(String name, Map<String, String> fields, List<String> before, List<String> after) {

        Control(String name) {
            this(name, new HashMap<>(), new ArrayList<>(), new ArrayList<>());
        }

        void add(String line) {
            if (line.startsWith("-")) {
                before.add(line.substring(Math.min(2, line.length())));
            } else if (line.startsWith("+")) {
                after.add(line.substring(Math.min(2, line.length())));
            } else if (!line.isEmpty() && !line.startsWith("#")) {
                String[] field = line.split(" +", 2);
                fields.put(field[0], field[1]);
            }
        }

        String file() {
            return fields.get("file");
        }

        Stream<String> tests() {
            return Stream.of(fields.getOrDefault("it", fields.get("tests")).split(","));
        }
    }

    @Test
    void the_text_of_each_control_is_once_in_its_file() {
        assertThat(controls()).hasSizeGreaterThanOrEqualTo(80).allSatisfy(control -> {
            String text = String.join("\n", control.before());
            String file = read(ROOT.resolve(control.file()));

            assertThat(text).as(control.name()).isNotBlank().isNotEqualTo(String.join("\n", control.after()));
            assertThat(file.split(Pattern.quote(text), -1)).as(control.name()).hasSize(2);
        });
    }

    @Test
    void the_tests_of_each_control_exist() {
        Set<String> tests = tests();

        assertThat(controls()).allSatisfy(control -> assertThat(control.tests()).as(control.name()).isSubsetOf(tests));
    }

    @Test
    void the_page_has_each_control_with_what_was_seen() {
        String page = read(ROOT.resolve("docs/controls.md"));

        assertThat(controls()).doesNotHaveDuplicates().allSatisfy(control -> assertThat(page).containsPattern(
                "(?m)^\\| `" + control.name() + "` \\|.*\\| \\Q" + control.fields().get("seen") + "\\E \\|$"));
    }

    private static List<Control> controls() {
        List<Control> controls = new ArrayList<>();
        files(ROOT.resolve(".ci/controls"), ".txt").flatMap(table -> read(table).lines()).forEach(line -> {
            if (line.startsWith(NAME)) {
                controls.add(new Control(line.substring(NAME.length())));
            } else if (!controls.isEmpty()) {
                controls.get(controls.size() - 1).add(line);
            }
        });
        return controls;
    }

    private static Set<String> tests() {
        return Stream.of("connector", "server-config").map(ROOT::resolve)
                .flatMap(root -> Stream.of("Test.java", "IT.java").flatMap(end -> files(root, end)))
                .map(file -> file.getFileName().toString().replace(".java", "")).collect(Collectors.toSet());
    }

    private static Stream<Path> files(Path root, String end) {
        return walk(root).filter(file -> file.toString().endsWith(end) && !file.toString().contains("/target/"));
    }
}
