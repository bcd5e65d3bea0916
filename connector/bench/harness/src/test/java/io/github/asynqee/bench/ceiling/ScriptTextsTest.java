package io.github.asynqee.bench.ceiling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;

import io.github.asynqee.internal.redis.connection.Script;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScriptTextsTest {

    @TempDir
    Path folder;

    @Test
    void a_script_is_written_with_all_it_includes() {
        assertThat(ScriptTexts.write("done", folder.resolve("lua"))).hasFileName("done.lua")
                .hasBinaryContent(Script.DONE.text())
                .content().contains("local function is_leased").doesNotContain("-- include");
    }

    @Test
    void a_script_that_is_not_there_is_refused() {
        assertThatThrownBy(() -> ScriptTexts.write("undone", folder)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("UNDONE");
    }
}
