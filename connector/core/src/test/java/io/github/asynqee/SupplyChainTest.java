package io.github.asynqee;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** What CI and the build download is named by its digest, and is searched for known vulnerabilities. */
class SupplyChainTest {

    private static final Path ROOT = Path.of("../..");
    private static final Path WORKFLOWS = ROOT.resolve(".github/workflows");

    @Test
    void actions_of_CI_are_named_by_their_commits() throws IOException {
        try (Stream<Path> workflows = Files.list(WORKFLOWS)) {
            for (Path workflow : workflows.toList()) {
                List<String> uses = Files.readAllLines(workflow).stream().map(String::strip)
                        .filter(line -> line.startsWith("uses:") || line.startsWith("- uses:")).toList();

                assertThat(uses).as(workflow.toString()).isNotEmpty()
                        .allSatisfy(line -> assertThat(line).matches("(- )?uses: [\\w./-]+@[0-9a-f]{40} # v[0-9.]+"));
            }
        }
    }

    @Test
    void the_build_downloads_one_Maven_and_gives_its_archives_one_time() throws IOException {
        assertThat(Files.readString(ROOT.resolve(".mvn/wrapper/maven-wrapper.properties")))
                .containsPattern("(?m)^distributionSha256Sum=[0-9a-f]{64}$");
        assertThat(Files.readString(ROOT.resolve("pom.xml"))).contains("<project.build.outputTimestamp>");
    }

    @Test
    void code_and_dependencies_are_searched_for_vulnerabilities_at_each_push_and_each_week() throws IOException {
        assertThat(Files.readString(WORKFLOWS.resolve("security.yml"))).contains("push:", "cron:",
                "github/codeql-action/analyze@", "google/osv-scanner-action/");
    }
}
