package io.github.asynqee.server.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.asynqee.server.SampleDeployment;
import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.server.faults.app.ContentHandlers;
import io.github.asynqee.server.faults.app.Handlers;
import io.github.asynqee.server.faults.app.Kind;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.EmptyAsset;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** The archive of the application that the nodes run. */
final class FaultsApplication {

    private static final int CONCURRENCY = 10;
    /** The concurrency of channels with fewer or longer tasks. */
    private static final int FEW = 5;
    private static final int GROUP = 20;
    private static final String INBOX = "inbox.datasource=java:comp/DefaultDataSource";
    /** Tasks that a node runs at the same time: in five large channels, in 33 small channels, and in a group. */
    static final int AT_ONCE = 5 * CONCURRENCY + 33 * FEW + GROUP;

    /** How many tasks that are acknowledged before they run a node may lose at once. */
    static final int AT_ONCE_PRE = FEW;
    /** How many tasks of channels with a limit or with unique keys a node runs at the same time. */
    static final int AT_ONCE_LIMITED = 3 * FEW;
    /** How many tasks whose delay a bean chooses a node runs at the same time. */
    static final int AT_ONCE_PATIENT = FEW;
    /** Long tasks that a node runs at the same time. */
    static final int AT_ONCE_LONG = FEW;

    private FaultsApplication() {}

    /** Writes the archive, configured for a Redis. */
    static Path archive(FaultyRedis redis) {
        WebArchive war = ShrinkWrap.create(WebArchive.class, "faults.war").addPackage(Handlers.class.getPackage())
                .addAsWebInfResource(EmptyAsset.INSTANCE, "beans.xml")
                .addAsResource(new StringAsset(config(redis)), "META-INF/microprofile-config.properties");
        SampleDeployment.sample().getContent(path -> path.get().matches("/WEB-INF/lib/(?!embedded-redis).+"))
                .forEach((path, node) -> war.add(node.getAsset(), path));
        try {
            Path file = Files.createDirectories(ServerUnderTest.workFile("faults-archives")).resolve(war.getName());
            war.as(ZipExporter.class).exportTo(file.toFile(), true);
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String config(FaultyRedis redis) {
        return Stream.of(
                Stream.of("url=" + redis.url(), "durability=" + redis.durability(), "max-retry=100", "max-recoveries=0",
                        "retry-delay=1s", "recovery-interval=5s", "outbox.create=true", "inbox.create=true",
                        "compress-above=1k", "store-above=8k")
                        .map("mp.messaging.connector.asynq."::concat),
                incoming("plain", CONCURRENCY, "type=faults:plain", "queues=shared,own"),
                incoming("failing", CONCURRENCY, "type=faults:failing", "queue=shared"),
                incoming("slow", CONCURRENCY, "type=faults:slow", "queue=shared"),
                incoming("wide", CONCURRENCY, "type=faults:plain", "queue=wide", "shards=3"),
                channel("incoming.grouped", "queue=grouped", "group-grace-period=1s", "group-max-size=" + GROUP),
                incoming("inbox", FEW, "type=faults:inbox", "queue=inbox", INBOX),
                incoming("broken", FEW, "type=faults:broken", "queue=inbox", INBOX),
                incoming("transactional", FEW, "type=faults:transactional", "queue=transactional"),
                incoming("leaving", FEW, "type=faults:leaving", "queue=transactional"),
                incoming("marking", FEW, "type=faults:marking", "queue=transactional"),
                incoming("staged", FEW, "type=faults:staged", "queue=staged"),
                incoming("message", FEW, "type=faults:message", "queue=staged"),
                incoming("result", FEW, "type=faults:result", "queue=streams"),
                channel("outgoing.result-out", "type=faults:passed", "queue=passed"),
                incoming("processed", FEW, "type=faults:processed", "queue=streams"),
                channel("outgoing.processed-out", "type=faults:passed", "queue=passed"),
                incoming("passed", FEW, "queue=passed"),
                incoming("subscribed", FEW, "type=faults:subscribed", "queue=streams"),
                incoming("pre", AT_ONCE_PRE, "queue=pre"),
                incoming("big", CONCURRENCY, "queue=big"),
                incoming("limited", FEW, "type=faults:limited", "queue=limited", "limit-key=header:tenant",
                        "max-running=" + Kind.LIMIT),
                incoming("closing", FEW, "type=faults:closing", "queue=limited", "limit-key=header:tenant",
                        "max-running=1"),
                incoming("fair", FEW, "queue=fair", "fair-by=header:tenant"),
                incoming("found", FEW, "queues=found-*"),
                incoming("throttled", FEW, "queue=throttled"),
                incoming("patient", FEW, "queue=patient"),
                incoming("hopeless", FEW, "queue=hopeless", "dead-letter-queue=letters"),
                incoming("letters", FEW, "queue=letters"),
                incoming("upgraded", FEW, "queue=upgraded", "versions=1.." + Kind.NEWEST),
                incoming("joined", FEW, "type=faults:joined", "queue=limited"),
                incoming("members", FEW, "type=faults:member", "queue=batches"),
                incoming("batches", FEW, "type=faults:batch", "queue=batches"),
                incoming("links", FEW, "type=faults:link", "queue=batches"),
                incoming("versioned", FEW, "queue=versions", "versions=${" + ContentHandlers.VERSIONS + "}"),
                incoming("large", FEW, "type=faults:large", "queue=own"),
                incoming("outside", FEW, "type=faults:outside", "queue=own"),
                incoming("debounced", FEW, "queue=debounced"),
                incoming("long", FEW, "queue=long"),
                incoming("error", FEW, "type=faults:error", "queue=hard"),
                incoming("stubborn", FEW, "type=faults:stubborn", "queue=hard"),
                incoming("ticks", FEW, "queue=ticks"),
                channel("outgoing.outbox", "transactional=outbox", "encrypt=true"))
                .flatMap(Function.identity()).collect(Collectors.joining("\n"));
    }

    private static Stream<String> incoming(String name, int concurrency, String... more) {
        return channel("incoming." + name,
                Stream.concat(Stream.of("concurrency=" + concurrency), Stream.of(more)).toArray(String[]::new));
    }

    private static Stream<String> channel(String name, String... attributes) {
        return Stream.concat(Stream.of("connector=asynq"),
                Stream.of(attributes)).map(("mp.messaging." + name + ".")::concat);
    }
}
