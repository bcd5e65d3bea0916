package io.github.asynqee.server.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.cli.Main;

/** The command line on one Redis. Each command runs in a separate process. */
record CommandLine(String url) {

    /** The output of a command that must succeed. */
    String run(String... arguments) {
        Result result = ended(arguments);
        assertThat(result.exitCode()).as(String.join(" ", arguments) + "\n" + result.output()).isZero();
        return result.output();
    }

    /** The output of a command that must fail. */
    String fail(String... arguments) {
        Result result = ended(arguments);
        assertThat(result.exitCode()).as(String.join(" ", arguments) + "\n" + result.output()).isEqualTo(1);
        return result.output();
    }

    private record Result(int exitCode, String output) {}

    private Result ended(String... arguments) {
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java",
                "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(List.of(arguments));
        command.add("--uri=" + url);
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).as(output).isTrue();
            return new Result(process.exitValue(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
