package io.github.asynqee.bench.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.contender.Order;

/**
 * The contenders written in Go. Each is built from source with the {@code go} on the path when it is first started, because
 * the libraries some of them measure cannot be had everywhere.
 */
public enum GoContenders {
    /** Not asynq, but the same commands at the same times. */
    STAND_IN("standin", "Go stand-in (asynq's commands and timing, not its code)"),
    /** The real one. */
    ASYNQ("asynq", "Go asynq v0.26.0"),
    /** Works on queues of its own, that are not asynq's: it takes part in nothing that others take part in. */
    DELAY_QUEUE("delayqueue", "Go delayqueue v1.1.2");

    private static final Set<String> VERBS = Set.of("expect", "start", "stop", "await", "enqueue", "produce");

    private final String folder;
    private final String title;
    private Path binary;
    private int started;

    GoContenders(String folder, String title) {
        this.folder = folder;
        this.title = title;
    }

    /** @return what it is called in reports */
    public String title() {
        return title;
    }

    /**
     * Starts it, once more each time. The first time it is built, for which its modules are downloaded.
     *
     * @return the contender
     * @throws IllegalStateException if it cannot be built: then it is not measured, and the message says why
     */
    public synchronized Contender start() {
        if (binary == null) {
            binary = build();
        }
        started++;
        return new ProcessContender(title, "go-" + folder, List.of(binary.toString()),
                binary.resolveSibling(folder + "-" + started + ".log"), GoContenders::knows);
    }

    private Path build() {
        Path work = NativeBuild.work();
        Path copy = work.resolve("go-" + folder);
        NativeBuild.copy(NativeBuild.sources("go"), copy);
        Path program = work.resolve("bin-" + folder);
        NativeBuild.run(copy.resolve(folder), work.resolve("build-" + folder + ".log"),
                List.of("go", "build", "-mod=mod", "-buildvcs=false", "-o", program.toString(), "."));
        return program;
    }

    /** Goroutines are neither platform nor virtual threads: they take part once, as what they are by default. */
    static boolean knows(Order order) {
        return VERBS.contains(order.verb()) && order.isPlain() && order.text("mode", "single").equals("single")
                && order.text("threads", "platform").equals("platform");
    }
}
