package io.github.asynqee.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import io.github.asynqee.server.process.ReservedPorts;
import io.github.asynqee.server.process.ServerPorts;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Runs before everything else in a test run: clears files of the last run, starts Redis and chooses the ports.
 * Arquillian's configuration refers to them by the names of these system properties. In modules that only start
 * servers, it does nothing.
 */
public final class TestRun implements LauncherSessionListener {

    static final String SERVER = "asynq.test.server";
    static final String HOME = "asynq.test.home";
    static final String TELEMETRY_HOME = "asynq.test.telemetry.home";
    static final String WAR = "asynq.test.war";
    static final String CONSOLE_WAR = "asynq.test.console.war";
    static final String WORK = "asynq.test.work";
    static final String REDIS_URL = "asynq.test.redis.url";
    static final String HTTP_PORT = "asynq.test.http.port";
    static final String MANAGEMENT_PORT = "asynq.test.management.port";
    /** Where the console sends alerts; a test listens there. */
    public static final String WEBHOOK_PORT = "asynq.test.webhook.port";

    private EmbeddedRedis redis;

    /** Loaded through {@code META-INF/services}. */
    public TestRun() {}

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        if (System.getProperty(SERVER) == null) {
            return;
        }
        delete(Path.of(property(WORK)));
        redis = EmbeddedRedis.start();
        ServerPorts ports = ServerPorts.free();
        System.setProperty(REDIS_URL, redis.url());
        System.setProperty(HTTP_PORT, String.valueOf(ports.http()));
        System.setProperty(MANAGEMENT_PORT, String.valueOf(ports.management()));
        System.setProperty(WEBHOOK_PORT, String.valueOf(ReservedPorts.next()));
    }

    @Override
    public void launcherSessionClosed(LauncherSession session) {
        if (redis != null) {
            redis.close();
        }
    }

    private static void delete(Path directory) {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> content = Files.walk(directory)) {
            List<Path> deepestFirst = content.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String property(String name) {
        String value = System.getProperty(name);
        if (value == null) {
            throw new IllegalStateException("System property " + name + " is not set: this runs in the builds of "
                    + "server-config/liberty and server-config/wildfly only");
        }
        return value;
    }
}
