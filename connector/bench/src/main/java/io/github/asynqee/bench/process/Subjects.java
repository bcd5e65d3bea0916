package io.github.asynqee.bench.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.asynqee.bench.report.Report;
import io.github.asynqee.server.process.AppServer;

/** The subjects of a run, and the program that enqueues the tasks of latency workloads. */
public final class Subjects implements AutoCloseable {

    private static final String CORE = "core engine";
    /** The end of the kinds that exist only with an older build. */
    private static final String OLDER = "-before";
    private static final String PRODUCER = "producer";
    private static final List<String> HEAP = List.of("-Xms1g", "-Xmx1g");

    private final List<String> chosen;
    private final List<String> javaOptions;
    private final List<Subject> subjects = new ArrayList<>();
    private Subject producer;

    /**
     * No subject is started yet.
     *
     * @param chosen the kinds of subjects to measure
     * @param javaOptions options of the Java of subjects in Java
     */
    public Subjects(List<String> chosen, List<String> javaOptions) {
        this.chosen = chosen;
        this.javaOptions = javaOptions;
    }

    /** The kinds of subjects, in the order of their turns; older builds only if there is one. */
    public static List<String> kinds() {
        return Stream.of("core", "core" + OLDER, "liberty", "liberty" + OLDER, "wildfly", "wildfly" + OLDER, "go")
                .filter(kind -> !kind.endsWith(OLDER) || OlderBuild.folder().isPresent()).toList();
    }

    /** Starts the chosen subjects; reports the name of each subject that cannot be started, with the reason. */
    public void start(BiConsumer<String, String> skipped) {
        for (String kind : kinds()) {
            if (chosen.contains(kind)) {
                String name = name(kind);
                startOne(name, () -> start(kind, name), skipped);
            }
        }
    }

    private void startOne(String name, Supplier<Subject> start, BiConsumer<String, String> skipped) {
        try {
            Subject subject = start.get();
            synchronized (this) {
                subjects.add(subject);
            }
        } catch (RuntimeException e) {
            skipped.accept(name, e.getMessage() == null ? e.toString() : e.getMessage());
        }
    }

    private static String name(String kind) {
        String present = kind.replace(OLDER, "");
        String name = switch (present) {
            case "core" -> CORE;
            case "go" -> GoAsynq.NAME;
            default -> "connector in " + AppServer.valueOf(present.toUpperCase(Locale.ROOT));
        };
        return kind.endsWith(OLDER) ? name + Report.BEFORE : name;
    }

    private Subject start(String kind, String name) {
        Optional<OlderBuild> older = kind.endsWith(OLDER) ? Optional.of(OlderBuild.find()) : Optional.empty();
        String present = kind.replace(OLDER, "");
        return switch (present) {
            case "core" -> ProcessSubject.core(name, kind, ProcessSubject.log(name), javaOptions(),
                    older.map(OlderBuild::classPath).orElse(System.getProperty("java.class.path")));
            case "go" -> GoAsynq.start(name);
            default -> new ServerSubject(AppServer.valueOf(present.toUpperCase(Locale.ROOT)), name, kind,
                    String.join(" ", javaOptions), older);
        };
    }

    private List<String> javaOptions() {
        return Stream.concat(HEAP.stream(), javaOptions.stream()).toList();
    }

    /** The started subjects. */
    public synchronized List<Subject> all() {
        return List.copyOf(subjects);
    }

    /** Whether the others are compared with this subject. */
    public static boolean isBaseline(Subject subject) {
        return subject.id().equals(GoAsynq.ID);
    }

    /**
     * The program that enqueues tasks for other subjects, in its own process: Go asynq if it takes part, otherwise the
     * engine.
     */
    public synchronized Subject producer() {
        if (producer == null && subjects.stream().anyMatch(Subjects::isBaseline)) {
            producer = GoAsynq.start(PRODUCER);
        } else if (producer == null) {
            producer = ProcessSubject.core(PRODUCER, ProcessSubject.log(PRODUCER), javaOptions());
        }
        return producer;
    }

    /** Ends all subjects, even if one cannot be ended. May be called twice, and during a round. */
    @Override
    public synchronized void close() {
        List<Subject> all = new ArrayList<>(subjects);
        if (producer != null) {
            all.add(producer);
        }
        subjects.clear();
        producer = null;
        RuntimeException failure = null;
        for (Subject subject : all) {
            try {
                subject.close();
            } catch (RuntimeException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
