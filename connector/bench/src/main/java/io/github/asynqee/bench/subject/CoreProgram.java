package io.github.asynqee.bench.subject;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The engine without a server: reads commands from its input and writes replies to its output. */
public final class CoreProgram extends CommandServer {

    private final Map<String, CoreClient> clients;
    private final Map<String, CoreWorker> workers = new LinkedHashMap<>();
    private volatile CountDownLatch released = new CountDownLatch(1);

    private CoreProgram(Map<String, CoreClient> clients) {
        super(command -> clients.computeIfAbsent(command.text("redis"), CoreClient::new).producer(command));
        this.clients = clients;
    }

    /**
     * Runs until the input ends.
     *
     * @param arguments none
     * @throws IOException if the input cannot be read
     */
    public static void main(String[] arguments) throws IOException {
        CoreProgram program = new CoreProgram(new ConcurrentHashMap<>());
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            System.out.println(program.reply(line));
            System.out.flush();
        }
        program.stop();
        System.exit(0);
    }

    @Override
    Map<String, Long> execute(Command command) {
        switch (command.verb()) {
            case "start" -> workers.put(command.text("worker", ""),
                    new CoreWorker(command, this::recorder, this::awaitRelease));
            case "stop" -> stop();
            case "release" -> released.countDown();
            case "expect" -> {
                released = new CountDownLatch(1);
                return super.execute(command);
            }
            default -> {
                return super.execute(command);
            }
        }
        return Map.of();
    }

    private void awaitRelease(int millis) throws InterruptedException {
        released.await(millis, TimeUnit.MILLISECONDS);
    }

    private void stop() {
        workers.values().forEach(CoreWorker::stop);
        workers.clear();
        clients.values().forEach(CoreClient::close);
        clients.clear();
    }
}
