package io.github.asynqee.bench.subject;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.function.Function;

/**
 * Executes the {@linkplain Command commands} that all measured Java programs execute alike: all except {@code start}
 * and {@code stop}.
 */
class CommandServer {

    private final Function<Command, TaskProducer> producers;
    private volatile Recorder recorder = new Recorder(0);

    CommandServer(Function<Command, TaskProducer> producers) {
        this.producers = producers;
    }

    /** The counts since the last {@code expect}. */
    final Recorder recorder() {
        return recorder;
    }

    /** Executes a line; returns the reply. */
    final String reply(String line) {
        try {
            Command reply = Command.of("ok");
            for (Map.Entry<String, Long> value : execute(Command.parse(line)).entrySet()) {
                reply = reply.with(value.getKey(), value.getValue());
            }
            return reply.toString();
        } catch (RuntimeException | LinkageError e) {
            // an older engine may lack a class, which is detected only when the class is used
            return "failed: " + e;
        }
    }

    /**
     * Bytes in use after garbage collections; the second collection frees objects whose references the first collection
     * has cleared.
     */
    private static long heap() {
        System.gc();
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    Map<String, Long> execute(Command command) {
        switch (command.verb()) {
            case "expect" -> recorder = new Recorder(command.number("tasks"));
            case "await" -> {
                int group = command.number("group", Recorder.ALL);
                recorder.await(command.number("tasks"), group, command.number("within"));
                return recorder.summary(group);
            }
            case "enqueue" -> {
                return Map.of("nanos",
                        producers.apply(command).enqueue(command.text("mode"), command.number("producers")));
            }
            case "heap" -> {
                return Map.of("bytes", heap());
            }
            case "produce" -> {
                if (command.has("rate")) {
                    producers.apply(command).atRate(command.number("rate"));
                } else {
                    producers.apply(command).withPauses(command.number("from"), command.number("to"));
                }
            }
            default -> throw new IllegalArgumentException("unknown command \"" + command.verb() + "\"");
        }
        return Map.of();
    }
}
