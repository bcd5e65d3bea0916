package io.github.asynqee;

import static io.github.asynqee.ProjectFiles.ROOT;
import static io.github.asynqee.ProjectFiles.read;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages that name the test of each claim name tests that exist. */
class NamedTestsTest {

    private static final Pattern TEST = Pattern.compile("`([A-Z]\\w*(?:Test|IT))(?:\\.(\\w+))?`");

    @ParameterizedTest
    @ValueSource(strings = { "docs/from-delayqueue.md", "docs/redis.md", "docs/scaling.md", "docs/monitoring.md",
            "docs/console-deployment.md", "docs/console-operations.md", "docs/console-security.md" })
    void every_named_test_exists(String page) {
        Map<String, String> tests = tests();
        List<MatchResult> named = TEST.matcher(read(ROOT.resolve(page))).results().toList();

        assertThat(named).hasSizeGreaterThan(8).allSatisfy(test -> {
            assertThat(tests).containsKey(test.group(1));
            if (test.group(2) != null) {
                assertThat(tests.get(test.group(1))).contains("void " + test.group(2) + "(");
            }
        });
    }

    /** Class to its source. */
    private static Map<String, String> tests() {
        return Stream.of("connector", "server-config").map(ROOT::resolve).flatMap(ProjectFiles::walk)
                .filter(file -> file.toString().matches(".*/src/.*(Test|IT)\\.java"))
                .collect(Collectors.toMap(file -> file.getFileName().toString().replace(".java", ""),
                        ProjectFiles::read, (one, other) -> one + other));
    }
}
