package io.github.asynqee.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.inspect.InspectionException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Options of the connection before the command, as the Go command line accepts them. */
class EarlyOptionsTest {

    @ParameterizedTest
    @ValueSource(strings = { "--uri redis://example:7 queue ls", "queue --uri=redis://example:7 ls",
            "queue ls -u redis://example:7", "-u redis://example:7 task inspect -q q -i t",
            "--uri example:7 task ls --queue q --state retry -o json" })
    void name_the_redis_of_the_command(String given) {
        List<String> urls = new ArrayList<>();
        String[] args = given.split(" ");
        CommandLine commandLine = AsynqCommand.commandLine(new AsynqCommand(Clock.systemUTC(), url -> {
            urls.add(url);
            throw new InspectionException("seen");
        }), args);
        StringWriter err = new StringWriter();
        commandLine.setErr(new PrintWriter(err));

        assertThat(commandLine.execute(args)).as(err.toString()).isEqualTo(1);
        assertThat(urls).containsExactly("redis://example:7");
    }
}
