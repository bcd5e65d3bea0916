package io.github.asynqee.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;

import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.BeforeEach;
import picocli.CommandLine;
import redis.clients.jedis.Jedis;

/** Runs commands against an initially empty Redis, and keeps the output of the last command. */
abstract class CommandTest {

    /** Started once, because a start takes longer than most tests. */
    private static final EmbeddedRedis SHARED = EmbeddedRedis.start();

    EmbeddedRedis redis = SHARED;
    StringWriter out;
    StringWriter err;

    @BeforeEach
    void clearRedis() {
        try (Jedis jedis = new Jedis(redis.host(), redis.port())) {
            jedis.flushAll();
        }
    }

    AsynqCommand command() {
        return new AsynqCommand(Clock.systemUTC(), Inspectors::connect);
    }

    /** Returns the exit code. */
    int run(String... args) {
        out = new StringWriter();
        err = new StringWriter();
        CommandLine commandLine = AsynqCommand.commandLine(command(), args);
        commandLine.setOut(new PrintWriter(out, true));
        commandLine.setErr(new PrintWriter(err, true));
        String[] all = Arrays.copyOf(args, args.length + 1);
        all[args.length] = "--uri=" + redis.url();
        return commandLine.execute(all);
    }

    /** Returns the number of changes counted by Redis. */
    static long changes(Jedis jedis) {
        return jedis.info("persistence").lines().filter(line -> line.startsWith("rdb_changes_since_last_save:"))
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1).strip())).sum();
    }

    /** Returns the output without trailing white space. */
    List<String> lines() {
        return out.toString().lines().map(String::stripTrailing).toList();
    }
}
