package io.github.asynqee.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.inspect.InspectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Options of the connection before the command, as the Go command line accepts them. */
class EarlyOptionsTest {

    @ParameterizedTest
    @CsvSource({ "--uri h:1 stats, stats --uri h:1",
            "--uri=h:1 --cluster -p x queue ls --output json, queue ls --uri=h:1 --cluster -p x --output json",
            "queue -u h:1 inspect a b, queue inspect a b -u h:1",
            "-o json task ls --queue q --state retry, task ls -o json --queue q --state retry",
            "--tls task inspect -- --uri, task inspect --tls -- --uri",
            "task ls --queue q --uri h:1, task ls --queue q --uri h:1",
            "--help stats, --help stats",
            "stats --unknown --uri h:1, stats --unknown --uri h:1",
            "--uri, --uri" })
    void move_behind_the_command(String given, String moved) {
        assertThat(EarlyOptions.moved(given.split(" "))).containsExactly(moved.split(" "));
    }

    @Test
    void name_the_redis_of_the_command() {
        List<String> urls = new ArrayList<>();
        String[] args = EarlyOptions.moved("--uri", "redis://example:7", "queue", "ls");
        CommandLine commandLine = AsynqCommand.commandLine(new AsynqCommand(Clock.systemUTC(), url -> {
            urls.add(url);
            throw new InspectionException("seen");
        }), args);
        commandLine.setErr(new PrintWriter(new StringWriter()));

        assertThat(commandLine.execute(args)).isEqualTo(1);
        assertThat(urls).containsExactly("redis://example:7");
    }
}
