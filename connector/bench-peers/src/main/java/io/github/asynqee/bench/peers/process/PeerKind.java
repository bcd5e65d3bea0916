package io.github.asynqee.bench.peers.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.github.asynqee.bench.peers.broker.BrokerProgram;
import io.github.asynqee.bench.peers.broker.EmbeddedBrokerAdapter;
import io.github.asynqee.bench.peers.database.DatabaseProgram;
import io.github.asynqee.bench.process.NativeBuild;
import io.github.asynqee.bench.process.ProcessSubject;
import io.github.asynqee.bench.process.Subject;
import io.github.asynqee.bench.process.Subjects;
import io.github.asynqee.bench.subject.Command;
import io.github.asynqee.server.process.ServerPorts;

/** The measured systems, in the order in which they are measured. */
public enum PeerKind {

    /** The connector on WildFly, Redis without persistence. */
    ASYNQ_MEMORY("asynq on WildFly, Redis without persistence", false),
    /** The connector on WildFly, append-only file written to disk each second. */
    ASYNQ_EVERYSEC("asynq on WildFly, AOF everysec", false),
    /** The engine alone, Redis without persistence. */
    ENGINE_MEMORY("asynq engine, Redis without persistence", false),
    /** A message-driven bean, non-persistent messages. */
    JMS_MEMORY("JMS on WildFly, non-persistent", false),
    /** SmallRye's AMQP connector, non-durable messages. */
    AMQP_MEMORY("SmallRye AMQP on WildFly, not durable", false),
    /** db-scheduler, commits that do not wait for the disk. */
    DBSCHEDULER_MEMORY("db-scheduler, synchronous_commit=off", false),
    /** JobRunr, commits that do not wait for the disk. */
    JOBRUNR_MEMORY("JobRunr, synchronous_commit=off", false),
    /** The connector on WildFly, append-only file written to disk before each reply. */
    ASYNQ_ALWAYS("asynq on WildFly, AOF always", true),
    /** The engine alone, append-only file written to disk before each reply. */
    ENGINE_ALWAYS("asynq engine, AOF always", true),
    /** A message-driven bean, persistent messages. */
    JMS_DISK("JMS on WildFly, persistent", true),
    /** SmallRye's AMQP connector, durable messages. */
    AMQP_DISK("SmallRye AMQP on WildFly, durable", true),
    /** db-scheduler, commits on disk. */
    DBSCHEDULER_DISK("db-scheduler, synchronous_commit=on", true),
    /** JobRunr, commits on disk. */
    JOBRUNR_DISK("JobRunr, synchronous_commit=on", true);

    private static final String HEAP = "-Xms1g -Xmx1g";

    private final String title;
    private final boolean durable;

    PeerKind(String title, boolean durable) {
        this.title = title;
        this.durable = durable;
    }

    /** Its name in options. */
    public String option() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Its name in reports. */
    public String title() {
        return title;
    }

    /** Whether a stored task is on disk before the application continues. */
    public boolean isDurable() {
        return durable;
    }

    /**
     * Starts the system; its worker is not started yet.
     *
     * @throws IllegalStateException if it cannot be started, with the reason
     */
    public Peer start() {
        return switch (this) {
            case ASYNQ_MEMORY -> asynq("wildfly", "none");
            case ASYNQ_EVERYSEC -> asynq("wildfly", "everysec");
            case ASYNQ_ALWAYS -> asynq("wildfly", "always");
            case ENGINE_MEMORY -> asynq("core", "none");
            case ENGINE_ALWAYS -> asynq("core", "always");
            case JMS_MEMORY, JMS_DISK -> jms();
            case AMQP_MEMORY, AMQP_DISK -> amqp();
            case DBSCHEDULER_MEMORY, DBSCHEDULER_DISK -> database("db-scheduler");
            case JOBRUNR_MEMORY, JOBRUNR_DISK -> database("jobrunr");
        };
    }

    private Path work(String part) {
        return NativeBuild.work(option()).resolve(part);
    }

    private Peer asynq(String subject, String fsync) {
        // the other benchmark keeps the files of one server for each kind, but here several run at once
        String folder = System.getProperty(NativeBuild.WORK);
        System.setProperty(NativeBuild.WORK, work("asynq").toString());
        Subjects subjects = new Subjects(List.of(subject), List.of());
        subjects.start((name, reason) -> {
            throw new IllegalStateException(reason);
        });
        System.setProperty(NativeBuild.WORK, folder);
        return new AsynqPeer(title, subjects.all().get(0), new RedisStore(work("redis"), fsync, AsynqPeer.QUEUE));
    }

    private Peer jms() {
        Subject server = new WildFly(title, work("server"), new WildFly.Application() {
            @Override
            public Path war(int concurrency) {
                return Archives.jms(work("jms.war"), concurrency);
            }

            @Override
            public Path beside() {
                return Archives.artemis(work("artemis.rar"));
            }

            @Override
            public Map<String, String> environment(int concurrency) {
                return Map.of("BENCH_DURABLE", String.valueOf(durable));
            }

            @Override
            public String javaOptions() {
                return HEAP + " -Dejb.resource-adapter-name=artemis.rar -D" + EmbeddedBrokerAdapter.FOLDER + "="
                        + work("artemis") + " " + NativeJournal.javaOption(work("native"));
            }
        });
        return new Peer(title, server, server, () -> 0);
    }

    private Peer amqp() {
        int port = ServerPorts.free().http();
        Subject broker = program("broker", BrokerProgram.class, List.of(NativeJournal.javaOption(work("native"))),
                String.valueOf(port), work("artemis").toString());
        Subject server = new WildFly(title, work("server"), new WildFly.Application() {
            @Override
            public Path war(int concurrency) {
                return Archives.amqp(work("amqp.war"));
            }

            @Override
            public Path beside() {
                return null;
            }

            @Override
            public Map<String, String> environment(int concurrency) {
                return Map.of("AMQP_HOST", "127.0.0.1", "AMQP_PORT", String.valueOf(port),
                        "MP_MESSAGING_INCOMING_BENCH_CONCURRENCY", String.valueOf(concurrency),
                        "MP_MESSAGING_OUTGOING_TASKS_DURABLE", String.valueOf(durable));
            }

            @Override
            public String javaOptions() {
                return HEAP;
            }
        });
        return new Peer(title, server, broker, broker::cpuNanos, broker);
    }

    private Peer database(String system) {
        Postgres postgres = new Postgres(work("postgres"), durable);
        Subject application = program(system, DatabaseProgram.class, List.of(), system);
        return new Peer(title, application, application, postgres::cpuNanos, postgres) {
            @Override
            Command addressed(Command command) {
                return command.verb().equals("start") ? command.with("url", postgres.url()) : command;
            }
        };
    }

    private Subject program(String name, Class<?> main, List<String> javaOptions, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(HEAP.split(" ")));
        command.addAll(javaOptions);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return new ProcessSubject(title, name, command, work(name + ".log"), any -> true);
    }

    /** The versions of the installed systems. */
    public static Map<String, String> versions() {
        return Map.of("PostgreSQL", Postgres.version());
    }
}
