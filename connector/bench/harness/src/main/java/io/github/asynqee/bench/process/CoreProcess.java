package io.github.asynqee.bench.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.contender.CoreContender;
import io.github.asynqee.bench.contender.Order;

/** Starts the engine without a server, in a Java process of its own with this one's Java. */
public final class CoreProcess {

    private static final int FIRST_JAVA_WITH_VIRTUAL_THREADS = 21;

    private CoreProcess() {}

    /**
     * Starts the present one, with this process' class path.
     *
     * @param name what it is called in reports
     * @param id what it is called in names of queues
     * @param log the file that gets its error output
     * @param jvmOptions options of the Java process, for example {@code -Xmx512m}
     * @return the contender
     */
    public static Contender start(String name, String id, Path log, List<String> jvmOptions) {
        return start(name, id, log, jvmOptions, System.getProperty("java.class.path"));
    }

    /**
     * Starts an older one.
     *
     * @param name what it is called in reports
     * @param id what it is called in names of queues
     * @param log the file that gets its error output
     * @param jvmOptions options of the Java process
     * @param older what takes the place of the present engine
     * @return the contender
     */
    public static Contender start(String name, String id, Path log, List<String> jvmOptions, OlderBuild older) {
        return start(name, id, log, jvmOptions, older.classPath());
    }

    private static Contender start(String name, String id, Path log, List<String> jvmOptions, String classPath) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", classPath, CoreContender.class.getName()));
        return new ProcessContender(name, id, command, log, CoreProcess::knows);
    }

    private static boolean knows(Order order) {
        return order.text("threads", "platform").equals("platform")
                || Runtime.version().feature() >= FIRST_JAVA_WITH_VIRTUAL_THREADS;
    }
}
