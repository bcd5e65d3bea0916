package io.github.asynqee.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;

import io.github.asynqee.internal.redis.script.EngineScript;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScriptTextsTest {

    @TempDir
    Path folder;

    @Test
    void a_script_is_written_with_all_its_includes() {
        assertThat(ScriptTexts.write("done", folder.resolve("lua"))).hasFileName("done.lua")
                .hasBinaryContent(EngineScript.DONE.lua().text())
                .content().contains("local function is_leased").doesNotContain("-- include");
    }

    @Test
    void an_unknown_script_is_rejected() {
        assertThatThrownBy(() -> ScriptTexts.write("undone", folder)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("UNDONE");
    }
}
