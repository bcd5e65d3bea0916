package io.github.asynqee;

import static io.github.asynqee.ProjectFiles.ROOT;
import static io.github.asynqee.ProjectFiles.read;
import static io.github.asynqee.ProjectFiles.walk;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** What {@code .ci/run} runs. */
class ContinuousIntegrationTest {

    private static final Path THIS = Path.of("ContinuousIntegrationTest.java");
    private static final Pattern TESTING = Pattern.compile("(?ms)^This command runs the tests, .*?:$(.*?)^## ");
    private static final Pattern COMMAND = Pattern.compile("(?m)^    (\\./.+)$");
    private static final Pattern FIRST_LEG = Pattern.compile("(?ms)^leg_([a-z]+)\\(\\) \\{(.*?)^}");
    private static final Pattern TESTS = Pattern.compile("(?m)^    tests (.+)$");

    @Test
    void the_first_leg_of_CI_executes_the_test_command_of_the_README() {
        String ci = read(ROOT.resolve(".ci/run"));
        MatchResult leg = FIRST_LEG.matcher(ci).results().findFirst().orElseThrow();

        List<String> ofReadme = groups(COMMAND, TESTING.matcher(read(ROOT.resolve("README.md"))).results()
                .findFirst().orElseThrow().group(1)).toList();

        assertThat(ofReadme).isNotEmpty().isEqualTo(groups(TESTS, leg.group(2)).toList());
        assertThat(groups(Pattern.compile("(?m)^always=\"(.+)\"$"), ci)).as("legs that always run").singleElement()
                .asString().startsWith(leg.group(1) + " ");
    }

    @Test
    void the_leg_thorough_runs_each_test_that_the_profile_thorough_extends() {
        Pattern extended = Pattern
                .compile("\"asynq\\.test\\.thorough\"|import .*\\.fixtures\\.Sample;|Sample\\.isTurn");
        List<Path> tests = walk(ROOT)
                .filter(file -> file.toString().matches(".*/src/.*(Test|IT|OnOneServer|SomeDays)\\.java"))
                .filter(file -> extended.matcher(read(file)).find()).filter(file -> !file.endsWith(THIS)).toList();

        assertThat(tests).hasSizeGreaterThan(10)
                .allSatisfy(test -> assertThat(read(test)).as(test.toString()).contains("@Tag(\"thorough\")"));
        assertThat(read(ROOT.resolve(".ci/run"))).contains("-Pthorough", "-Dgroups=thorough");
    }

    private static Stream<String> groups(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(result -> result.group(1));
    }
}
