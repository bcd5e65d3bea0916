package io.github.asynqee.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;

import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import picocli.CommandLine;

/** Runs commands against a Redis of its own, and keeps what the last one has printed. */
abstract class CommandTest {

    EmbeddedRedis redis;
    StringWriter out;
    StringWriter err;

    @BeforeEach
    void startRedis() {
        redis = EmbeddedRedis.start();
    }

    @AfterEach
    void stopRedis() {
        redis.close();
    }

    AsynqCommand command() {
        return new AsynqCommand(Clock.systemUTC(), Inspectors::connect);
    }

    /** Returns the exit code. */
    int run(String... args) {
        out = new StringWriter();
        err = new StringWriter();
        CommandLine commandLine = AsynqCommand.commandLine(command());
        commandLine.setOut(new PrintWriter(out, true));
        commandLine.setErr(new PrintWriter(err, true));
        String[] all = Arrays.copyOf(args, args.length + 1);
        all[args.length] = "--uri=" + redis.url();
        return commandLine.execute(all);
    }

    /** What was printed, without white space at the ends of lines. */
    List<String> lines() {
        return out.toString().lines().map(String::stripTrailing).toList();
    }
}
