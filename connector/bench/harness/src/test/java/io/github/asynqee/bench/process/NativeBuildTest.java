package io.github.asynqee.bench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeBuildTest {

    @TempDir
    Path folder;

    @Test
    void a_compiler_that_is_not_there_is_told() {
        assertThatThrownBy(() -> build("no-such-compiler")).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("there is no no-such-compiler that can be run");
    }

    @Test
    void a_failure_is_told_with_what_the_compiler_says() {
        assertThatThrownBy(() -> build("sh", "-c", "echo go: downloading x; echo module is not available; exit 1"))
                .isInstanceOf(IllegalStateException.class).hasMessage("sh says: module is not available");
    }

    @Test
    void a_build_is_done_in_its_folder() {
        build("sh", "-c", "echo built > result");
        assertThat(folder.resolve("result")).hasContent("built");
    }

    private void build(String... command) {
        NativeBuild.run(folder, folder.resolve("log"), List.of(command));
    }

    @Test
    void a_copy_takes_the_place_of_an_older_one() throws IOException {
        Files.createDirectories(folder.resolve("from/a"));
        Files.writeString(folder.resolve("from/a/x"), "new");
        Files.createDirectories(folder.resolve("to/old"));
        Files.writeString(folder.resolve("to/old/y"), "old");
        NativeBuild.copy(folder.resolve("from"), folder.resolve("to"));
        assertThat(folder.resolve("to/a/x")).hasContent("new");
        assertThat(folder.resolve("to/old")).doesNotExist();
    }

    @Test
    void sources_are_found_from_within_the_checkout() {
        assertThat(NativeBuild.sources("go").resolve("standin/go.mod")).exists();
        assertThat(NativeBuild.sources("c").resolve("ceiling.c")).exists();
    }
}
