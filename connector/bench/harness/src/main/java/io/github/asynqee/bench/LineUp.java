package io.github.asynqee.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

import io.github.asynqee.bench.arena.Absence;
import io.github.asynqee.bench.arena.Before;
import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.process.CoreProcess;
import io.github.asynqee.bench.process.GoContenders;
import io.github.asynqee.bench.process.NativeBuild;
import io.github.asynqee.bench.process.OlderBuild;
import io.github.asynqee.bench.server.ServerContender;
import io.github.asynqee.server.AppServer;

/** Who takes part: those that were chosen, as far as they can be started; and who enqueues what others are measured with. */
final class LineUp implements AutoCloseable {

    private static final String ENGINE = "core engine";
    /** The end of the kinds that are there only if an older build is. */
    private static final String OLDER = "-before";

    /** In the order of their turns. */
    private static final List<Entrant> ENTRANTS = List.of(
            new Entrant("core", ENGINE, options -> core(ENGINE, "core", options)),
            new Entrant("core" + OLDER, Before.of(ENGINE), LineUp::olderCore),
            new Entrant("liberty", server(AppServer.LIBERTY), options -> server(AppServer.LIBERTY, options)),
            new Entrant("liberty" + OLDER, Before.of(server(AppServer.LIBERTY)),
                    options -> olderServer(AppServer.LIBERTY, options)),
            new Entrant("wildfly", server(AppServer.WILDFLY), options -> server(AppServer.WILDFLY, options)),
            new Entrant("wildfly" + OLDER, Before.of(server(AppServer.WILDFLY)),
                    options -> olderServer(AppServer.WILDFLY, options)),
            new Entrant("go", GoContenders.ASYNQ.title(), options -> GoContenders.ASYNQ.start()),
            new Entrant("go", GoContenders.STAND_IN.title(), options -> GoContenders.STAND_IN.start()));

    /** The first one that can be started is it. */
    private static final List<Entrant> PRODUCERS = List.of(
            new Entrant("go", "producer", options -> GoContenders.ASYNQ.start()),
            new Entrant("go", "producer", options -> GoContenders.STAND_IN.start()),
            new Entrant("core", "producer", options -> core("producer", "core", options)));

    /** What contenders in servers have, too. */
    private static final List<String> HEAP = List.of("-Xms1g", "-Xmx1g");

    private final BenchOptions options;
    private final List<Contender> contenders = new ArrayList<>();
    private Contender producer;

    /**
     * Somebody who may take part.
     *
     * @param kind what options call it, together with others of its kind
     * @param name what reports call it if it cannot be started
     * @param start starts it, or says in an exception why that cannot be
     */
    private record Entrant(String kind, String name, Function<BenchOptions, Contender> start) {}

    /** A line-up in which nobody is yet. */
    LineUp(BenchOptions options) {
        this.options = options;
    }

    /** The kinds of contenders, as options name them; older builds are among them if there is one. */
    static List<String> kinds() {
        return ENTRANTS.stream().map(Entrant::kind).distinct()
                .filter(kind -> !kind.endsWith(OLDER) || OlderBuild.folder().isPresent()).toList();
    }

    /** Starts everybody who was chosen, and tells who cannot be started. */
    void start(Consumer<Absence> absent) {
        for (Entrant entrant : ENTRANTS) {
            if (options.contenders().contains(entrant.kind())) {
                try {
                    add(entrant.start().apply(options));
                } catch (RuntimeException e) {
                    absent.accept(
                            new Absence(entrant.name(), "", e.getMessage() == null ? e.toString() : e.getMessage()));
                }
            }
        }
    }

    private synchronized void add(Contender contender) {
        contenders.add(contender);
    }

    private static Contender core(String name, String id, BenchOptions options) {
        return CoreProcess.start(name, id, log(name), javaOptions(options));
    }

    private static Contender olderCore(BenchOptions options) {
        String name = Before.of(ENGINE);
        return CoreProcess.start(name, "core" + OLDER, log(name), javaOptions(options), OlderBuild.find());
    }

    private static Path log(String name) {
        return NativeBuild.work().resolve(name.replaceAll("\\W+", "-") + ".log");
    }

    private static List<String> javaOptions(BenchOptions options) {
        List<String> javaOptions = new ArrayList<>(HEAP);
        javaOptions.addAll(options.javaOptions());
        return javaOptions;
    }

    private static String server(AppServer server) {
        return "connector in " + server;
    }

    private static Contender server(AppServer server, BenchOptions options) {
        return new ServerContender(server, String.join(" ", options.javaOptions()));
    }

    private static Contender olderServer(AppServer server, BenchOptions options) {
        return new ServerContender(server, String.join(" ", options.javaOptions()), OlderBuild.find(), OLDER);
    }

    synchronized List<Contender> contenders() {
        return List.copyOf(contenders);
    }

    /** In Go if contenders in Go were chosen and can be built; started when first asked for. */
    synchronized Contender producer() {
        for (Entrant entrant : PRODUCERS) {
            if (producer == null && (entrant.kind().equals("core") || options.contenders().contains(entrant.kind()))) {
                producer = startOrNull(entrant);
            }
        }
        return producer;
    }

    /** Why it cannot be started was told when it was to be a contender. */
    private Contender startOrNull(Entrant entrant) {
        try {
            return entrant.start().apply(options);
        } catch (IllegalStateException e) {
            return null;
        }
    }

    /** Ends all, even if one cannot be ended. May be called twice, and while they are at work. */
    @Override
    public synchronized void close() {
        List<Contender> all = new ArrayList<>(contenders);
        if (producer != null) {
            all.add(producer);
        }
        contenders.clear();
        producer = null;
        RuntimeException failure = null;
        for (Contender contender : all) {
            try {
                contender.close();
            } catch (RuntimeException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
