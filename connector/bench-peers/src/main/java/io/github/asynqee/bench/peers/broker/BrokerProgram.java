package io.github.asynqee.bench.peers.broker;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;

/**
 * Apache Artemis in its own process, for AMQP. Reads {@code pause}, {@code resume} and {@code left} from its input.
 */
public final class BrokerProgram {

    private BrokerProgram() {}

    /**
     * Runs until the input ends.
     *
     * @param arguments the port for AMQP, and the folder for the journal
     * @throws Exception if it cannot be started
     */
    public static void main(String[] arguments) throws Exception {
        EmbeddedActiveMQ broker = new EmbeddedActiveMQ();
        broker.setMbeanServer(ManagementFactory.getPlatformMBeanServer());
        broker.setConfiguration(BrokerSettings.of(Path.of(arguments[1]),
                "tcp://127.0.0.1:" + arguments[0] + "?protocols=AMQP"));
        broker.start();
        ManagedQueue queue = new ManagedQueue();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            System.out.println(reply(queue, line.strip()));
            System.out.flush();
        }
        broker.stop();
        System.exit(0);
    }

    private static String reply(ManagedQueue queue, String line) {
        switch (line) {
            case "pause", "resume" -> {
                queue.pause(line.equals("pause"));
                return "ok";
            }
            case "left" -> {
                return "ok left=" + queue.messages();
            }
            default -> {
                return "failed: unknown command " + line;
            }
        }
    }
}
