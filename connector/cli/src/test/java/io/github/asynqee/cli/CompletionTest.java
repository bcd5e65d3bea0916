package io.github.asynqee.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;

import io.github.asynqee.engine.Asynq;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code asynq generate-completion} in both shells. */
class CompletionTest {

    @TempDir
    private Path directory;

    private Path script;

    @BeforeEach
    void generate() throws IOException {
        StringWriter out = new StringWriter();
        CommandLine commandLine = AsynqCommand.commandLine(new AsynqCommand(Clock.systemUTC(), Asynq::inspect));
        commandLine.setOut(new PrintWriter(out, true));
        assertThat(commandLine.execute("generate-completion")).isZero();
        script = Files.writeString(directory.resolve("completion"), out.toString());
    }

    private void completes(TerminalWindow terminal) {
        terminal.keys("asynq das", "Tab");
        terminal.await("asynq dash");
        terminal.keys("--ref", "Tab");
        terminal.await("asynq dash --refresh");
    }

    @Test
    void bash() {
        try (TerminalWindow terminal = TerminalWindow.open(100, 20)) {
            terminal.type(". " + script + "; clear");
            terminal.await(text -> text.strip().equals(TerminalWindow.PROMPT), "is clear");
            completes(terminal);
        }
    }

    @Test
    void zsh() {
        assumeThat(TerminalWindow.isInstalled("zsh")).as("NO COMPLETION WAS TESTED IN ZSH: there is no zsh").isTrue();
        try (TerminalWindow terminal = TerminalWindow.open(100, 20)) {
            terminal.type("clear; exec zsh -f");
            terminal.type("autoload -U compinit && compinit -u && . " + script + " && clear && PS1='zsh> '");
            terminal.await(text -> text.strip().equals("zsh>"), "is clear");
            completes(terminal);
        }
    }
}
