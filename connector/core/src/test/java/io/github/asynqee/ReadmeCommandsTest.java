package io.github.asynqee;

import static io.github.asynqee.ProjectFiles.ROOT;
import static io.github.asynqee.ProjectFiles.read;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** Continuous integration runs the command that the README gives to contributors. */
class ReadmeCommandsTest {

    private static final Pattern DEVELOP = Pattern.compile("(?ms)^## Develop$(.*?)^## ");
    private static final Pattern COMMAND = Pattern.compile("(?m)^    (\\./.+)$");
    private static final Pattern FIRST_LEG = Pattern.compile("(?ms)^leg_([a-z]+)\\(\\) \\{(.*?)^}");
    private static final Pattern TESTS = Pattern.compile("(?m)^    tests (.+)$");

    @Test
    void the_first_leg_of_CI_executes_the_test_command_of_the_README() {
        String ci = read(ROOT.resolve(".ci/run"));
        MatchResult leg = FIRST_LEG.matcher(ci).results().findFirst().orElseThrow();

        List<String> ofReadme = groups(COMMAND, DEVELOP.matcher(read(ROOT.resolve("README.md"))).results()
                .findFirst().orElseThrow().group(1)).toList();

        assertThat(ofReadme).isNotEmpty().isEqualTo(groups(TESTS, leg.group(2)).toList());
        assertThat(groups(Pattern.compile("(?m)^always=\"(.+)\"$"), ci)).as("legs that always run").singleElement()
                .asString().startsWith(leg.group(1) + " ");
    }

    private static Stream<String> groups(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(result -> result.group(1));
    }
}
