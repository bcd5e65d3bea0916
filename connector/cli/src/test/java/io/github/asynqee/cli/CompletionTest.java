package io.github.asynqee.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;

import io.github.asynqee.inspect.connect.Inspectors;
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
        installProgram();
        StringWriter out = new StringWriter();
        CommandLine commandLine = AsynqCommand.commandLine(new AsynqCommand(Clock.systemUTC(), Inspectors::connect));
        commandLine.setOut(new PrintWriter(out, true));
        assertThat(commandLine.execute("generate-completion")).isZero();
        script = Files.writeString(directory.resolve("completion"), out.toString());
    }

    /** Installs a fake program that lists queue names for the completion. */
    private void installProgram() throws IOException {
        Path program = Files.writeString(directory.resolve("asynq"),
                "#!/bin/sh\n[ \"$*\" = 'queue ls' ] && printf '%s\\n' 'mails:eu' '$(touch ran)' 'mails;reboot' '-rf' '--help'\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void completes(TerminalWindow terminal) {
        terminal.keys("asynq das", "Tab");
        terminal.await("asynq dash");
        terminal.keys("--ref", "Tab");
        terminal.await("asynq dash --refresh");
        terminal.keys("C-u", "asynq task ls --queue mai", "Tab");
        terminal.await("asynq task ls --queue mails:eu");
        terminal.keys("C-u", "asynq queue pause ", "Tab");
        terminal.await("asynq queue pause mails:eu");
        assertThat(directory.resolve("ran")).doesNotExist();
    }

    @Test
    void bash() {
        try (TerminalWindow terminal = TerminalWindow.open(100, 20)) {
            terminal.type("cd " + directory + "; PATH=$PWD:$PATH; . " + script + "; clear");
            terminal.await(text -> text.strip().equals(TerminalWindow.PROMPT), "is clear");
            completes(terminal);
        }
    }

    @Test
    void zsh() {
        assumeThat(TerminalWindow.isInstalled("zsh")).as("NO COMPLETION WAS TESTED IN ZSH: there is no zsh").isTrue();
        try (TerminalWindow terminal = TerminalWindow.open(100, 20)) {
            terminal.type("cd " + directory + "; PATH=$PWD:$PATH; clear; exec zsh -f");
            terminal.type("autoload -U compinit && compinit -u && . " + script + " && clear && PS1='zsh> '");
            terminal.await(text -> text.strip().equals("zsh>"), "is clear");
            completes(terminal);
        }
    }
}
