package io.github.asynqee.server.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;
import static org.junit.jupiter.api.parallel.ExecutionMode.SAME_THREAD;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

import javax.management.JMException;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.server.OnOneServer;
import io.github.asynqee.server.QueueState;
import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.server.process.AppServer;
import io.github.asynqee.server.process.ServerBeans;
import io.github.asynqee.server.process.ServerPorts;
import io.github.asynqee.server.process.ServerProcess;
import io.github.asynqee.server.start.app.Loaded;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.RedisClient;

/** Traces of applications on a running server: of undeployed applications and of failed starts. */
@Tag("thorough")
@Execution(CONCURRENT)
@OnOneServer
class ApplicationStartIT {

    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final int ROUNDS = Boolean.getBoolean("asynq.test.thorough") ? 2 : 1;
    private static final int TASKS = 5;
    /** The stack trace of an exception that Mutiny creates once has classes of the application that came first. */
    private static final int KEPT_BY_MUTINY = 1;
    private static final int REDEPLOYMENTS = 6;
    /**
     * Two exceptions that Mutiny creates once may have classes of different applications. The methods of records in Java 17
     * keep classes of the records that used them last: {@code equals} and {@code hashCode} may have used different ones.
     */
    private static final int KEPT_OF_UNDEPLOYED = 4;

    private static EmbeddedRedis embedded;
    private static RedisClient redis;
    private static ServerProcess server;
    private static ServerBeans beans;

    @BeforeAll
    static void start() throws Exception {
        embedded = EmbeddedRedis.start();
        redis = RedisClient.create(embedded.url());
        // softly reachable class loaders are collected as well
        server = ServerProcess.of(ServerUnderTest.server(), ServerUnderTest.home())
                .instance(ServerUnderTest.workFile("application-start")).application(SmallApplication.none())
                .ports(ServerPorts.free()).redisUrl(embedded.url())
                .jvmOptions("-Xmx512m -XX:SoftRefLRUPolicyMSPerMB=0").start();
        server.awaitReady(Duration.ofMinutes(5));
        beans = ServerBeans.of(server);
    }

    @AfterAll
    static void stop() throws IOException {
        if (beans != null) {
            beans.close();
        }
        if (server != null) {
            server.close();
        }
        redis.close();
        embedded.close();
    }

    @Test
    @Execution(SAME_THREAD)
    void an_application_whose_start_fails_takes_no_task_and_leaves_nothing_and_its_repaired_version_runs_them() {
        for (int round = 1; round <= ROUNDS; round++) {
            Map<FailingStart, Path> failing = failing(round);
            failing.values().forEach(archive -> enqueue(nameOf(archive)));
            failing.values().forEach(server::deploy);

            await().atMost(LIMIT).until(() -> failing.values().stream()
                    .allMatch(it -> server.hasFailed(it) || server.hasStarted(it)));

            assertThat(failing).allSatisfy((step, archive) -> assertThat(server.hasStarted(archive)).isFalse());
            assertThat(failing).allSatisfy((step, archive) -> assertUntouched(queue(archive)));
            assertThat(failing.keySet())
                    .flatExtracting(FailingStart::sentences).allSatisfy(it -> assertThat(server.output()).contains(it));
            assertThat(server.output().lines()).as("repeated by the runtime")
                    .noneMatch(line -> line.contains("SRMSG") && line.contains("asynq: "));
            awaitNothingLeft();
            if (round < ROUNDS) {
                failing.values().forEach(server::undeploy);
                long kept = KEPT_BY_MUTINY
                        + failing.keySet().stream().filter(it -> it.isKeptBy(ServerUnderTest.server())).count();
                await().atMost(LIMIT).untilAsserted(
                        () -> assertThat(beans.count(Loaded.Marker.class)).isLessThanOrEqualTo(kept));
            } else {
                assertRepairedRun(failing.keySet(), round);
            }
        }
    }

    private static void assertRepairedRun(Collection<FailingStart> steps, int round) {
        List<Path> good = steps.stream().filter(step -> step.isRepairedOn(ServerUnderTest.server()))
                .map(step -> SmallApplication.good(name(step, round))).toList();

        good.forEach(server::deploy);

        await().atMost(LIMIT).untilAsserted(
                () -> assertThat(good).allSatisfy(it -> assertThat(queue(it).processed()).isEqualTo(TASKS)));
        assertThat(good).allSatisfy(it -> assertThat(queue(it).failed()).isZero());
        good.forEach(server::undeploy);
        awaitNothingLeft();
    }

    @Test
    @Execution(SAME_THREAD)
    void the_classes_of_undeployed_applications_are_unloaded() throws Exception {
        long before = beans.count(Loaded.Marker.class);
        for (int i = 1; i <= REDEPLOYMENTS; i++) {
            Path war = SmallApplication.forwarding("unloaded-" + i);
            enqueue(nameOf(war));
            server.deploy(war);
            await().atMost(LIMIT).until(() -> server.hasStarted(war));
            await().atMost(LIMIT).untilAsserted(() -> assertThat(queue(war).processed()).isEqualTo(TASKS));
            assertThat(new QueueState(redis, SmallApplication.forwarded(nameOf(war))).pending()).isEqualTo(TASKS);

            server.undeploy(war);

            awaitNothingLeft();
            await().atMost(LIMIT).untilAsserted(() -> assertThat(beans.count(Loaded.Marker.class))
                    .isLessThanOrEqualTo(before + KEPT_OF_UNDEPLOYED));
        }
    }

    @Test
    @Execution(SAME_THREAD)
    void an_enterprise_application_runs_its_tasks_or_its_deployment_fails_and_it_leaves_nothing() {
        Map<EnterprisePackaging, Path> ears = new EnumMap<>(EnterprisePackaging.class);
        for (EnterprisePackaging packaging : EnterprisePackaging.values()) {
            ears.put(packaging, SmallApplication.enterprise(name(packaging), packaging));
        }
        Map<EnterprisePackaging, Path> running = new EnumMap<>(ears);
        running.keySet().removeIf(it -> !it.runsOn(ServerUnderTest.server()));
        Map<EnterprisePackaging, Path> refused = new EnumMap<>(ears);
        refused.keySet().removeAll(running.keySet());
        ears.forEach((packaging, ear) -> queues(packaging, ear).forEach(ApplicationStartIT::enqueue));

        ears.values().forEach(server::deploy);

        await().atMost(LIMIT).untilAsserted(
                () -> assertThat(running).allSatisfy((packaging, ear) -> assertThat(queues(packaging, ear))
                        .allSatisfy(queue -> assertThat(new QueueState(redis, queue).processed()).isEqualTo(TASKS))));
        await().atMost(LIMIT).until(() -> running.values().stream().allMatch(server::hasStarted)
                && refused.values().stream().allMatch(server::hasFailed));
        assertThat(refused).allSatisfy((packaging, ear) -> {
            assertThat(server.output()).contains(packaging.sentences(nameOf(ear)));
            assertThat(queues(packaging, ear)).allSatisfy(queue -> assertUntouched(new QueueState(redis, queue)));
        });
        ears.values().forEach(server::undeploy);
        awaitNothingLeft();
    }

    /** As on a server without the feature, where the application has its API in {@code WEB-INF/lib}. */
    @Test
    @Execution(SAME_THREAD)
    void an_application_for_which_reactive_messaging_does_not_run_says_so_and_is_not_ready() {
        assumeTrue(ServerUnderTest.server() == AppServer.WILDFLY,
                "only WildFly can leave a feature out of one application");
        Path war = SmallApplication.withoutReactiveMessaging("silent");
        enqueue(nameOf(war));

        server.deploy(war);

        await().atMost(LIMIT).until(() -> server.hasStarted(war));
        assertThat(server.output()).contains("asynq: channels [jobs] do not work: MicroProfile Reactive Messaging does "
                + "not run in this application. Enable it on the server");
        HttpResponse<String> readiness = ServerUnderTest.get(server.readiness());
        assertThat(readiness.statusCode()).as(readiness.body()).isEqualTo(503);
        assertThat(readiness.body()).contains("channels [jobs]");
        assertUntouched(queue(war));
        server.undeploy(war);
        awaitNothingLeft();
    }

    private static List<String> queues(EnterprisePackaging packaging, Path ear) {
        return IntStream.rangeClosed(1, packaging.wars()).mapToObj(i -> nameOf(ear) + "-" + i).toList();
    }

    private static Map<FailingStart, Path> failing(int round) {
        Map<FailingStart, Path> archives = new EnumMap<>(FailingStart.class);
        for (FailingStart step : FailingStart.values()) {
            if (step.failsOn(ServerUnderTest.server())) {
                archives.put(step, SmallApplication.failing(name(step, round), step));
            }
        }
        return archives;
    }

    private static String name(FailingStart step, int round) {
        return name(step) + "-" + round;
    }

    private static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static QueueState queue(Path archive) {
        return new QueueState(redis, nameOf(archive));
    }

    private static String nameOf(Path archive) {
        String file = archive.getFileName().toString();
        return file.substring(0, file.lastIndexOf('.'));
    }

    private static void enqueue(String queue) {
        try (AsynqClient client = Asynq.connect(embedded.url())) {
            client.enqueueAll(IntStream.range(0, TASKS).mapToObj(
                    i -> Task.of(SmallApplication.TASK_TYPE, "payload").id("t" + i).queue(queue)).toList());
        }
    }

    private static void assertUntouched(QueueState queue) {
        assertThat(queue.pending()).isEqualTo(TASKS);
        assertThat(queue.processed() + queue.failed()).isZero();
        for (int i = 0; i < TASKS; i++) {
            assertThat(queue.isOnlyIn("t" + i, "pending")).isTrue();
            assertThat(queue.message("t" + i).retried()).isZero();
        }
    }

    private static void awaitNothingLeft() {
        await().atMost(LIMIT).untilAsserted(() -> {
            assertThat(redis.keys("asynq:servers*")).isEmpty();
            assertThat(connections()).isEmpty();
            assertThat(threads()).isEmpty();
        });
    }

    /** All but the connection of this test. */
    private static List<String> connections() {
        String clients = new String((byte[]) redis.executeCommand(new CommandArguments(Command.CLIENT).add("LIST")),
                StandardCharsets.UTF_8);
        return clients.lines().filter(client -> !client.contains(" cmd=client")).toList();
    }

    /** The connector's threads: by their name, or by a frame. */
    private static List<String> threads() throws IOException, JMException {
        return List.of(beans.threads().split("\n\n")).stream().filter(thread -> thread.contains("asynq")).toList();
    }
}
