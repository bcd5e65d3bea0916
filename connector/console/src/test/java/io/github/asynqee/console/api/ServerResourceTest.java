package io.github.asynqee.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.console.api.ServerResource.Servers;
import io.github.asynqee.console.runtime.TestConsole;
import io.github.asynqee.console.view.ServerRow;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.internal.protocol.ServerInfo;
import io.github.asynqee.testkit.RedisForTests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** The answer about many servers has a bound. */
class ServerResourceTest {

    private static final RedisForTests REDIS = RedisForTests.shared();

    private final Jedis jedis = new Jedis(URI.create(REDIS.url()));
    private TestConsole console;

    @BeforeEach
    void clear() {
        REDIS.clear();
        console = new TestConsole(REDIS.url(), 10_000, Clock.systemUTC());
    }

    @AfterEach
    void close() {
        console.close();
        jedis.close();
    }

    private void write(int servers, int queues) {
        Map<String, Integer> weights = new TreeMap<>();
        try (AsynqClient client = Asynq.connect(REDIS.url())) {
            for (int i = 0; i < queues; i++) {
                weights.put(name("queue", i), i + 1);
                client.enqueue(Task.of("t", "{}").queue(name("queue", i)));
            }
            client.enqueue(Task.of("t", "{}").queue("unserved"));
        }
        for (int i = 0; i < servers; i++) {
            String key = "asynq:servers:{" + name("node", i) + ":1:" + i + "}";
            jedis.set(key.getBytes(), new ServerInfo(name("node", i), 1, name("id", i), 10,
                    i == 7 ? Map.of("rare", 1) : weights, false, "active", Instant.now(), 0).toBytes());
            jedis.zadd("asynq:servers", Instant.now().getEpochSecond() + 600, key);
        }
    }

    private static String name(String prefix, int number) {
        return String.format(Locale.ROOT, "%s-%03d", prefix, number);
    }

    private Servers read(String filter, String queue, String cursor) {
        ServerResource resource = new ServerResource();
        resource.redis = "default";
        resource.console = console;
        return resource.servers(filter, queue, cursor, null);
    }

    @Test
    void many_servers_come_in_parts_with_some_of_their_queues() {
        write(45, 150);

        Servers first = read(null, null, null);
        assertThat(first.total()).isEqualTo(45);
        assertThat(first.items()).hasSize(20).extracting(ServerRow::host).startsWith("node-000").isSorted();
        assertThat(first.items().get(0).queueCount()).isEqualTo(150);
        assertThat(first.items().get(0).queues()).hasSize(50).containsEntry("queue-149", 150)
                .doesNotContainKey("queue-099");
        assertThat(first.queues()).isEqualTo(151);
        assertThat(first.coverage()).hasSize(100).allSatisfy(queue -> assertThat(queue.weights()).isNull());
        assertThat(first.coverage().get(0).queue()).isEqualTo("unserved");

        Servers last = read(null, null, read(null, null, first.next()).next());
        assertThat(last.items()).hasSize(5);
        assertThat(last.next()).isNull();
    }

    @Test
    void servers_are_found_by_their_names_and_queues() {
        write(45, 3);

        assertThat(hosts(read("NODE-02", null, null))).hasSize(10).contains("node-020", "node-029");
        assertThat(hosts(read("id-031", "", null))).containsExactly("node-031");
        assertThat(hosts(read(null, "rare", null))).containsExactly("node-007");
        assertThat(hosts(read("node-02", "rare", null))).isEmpty();
    }

    private static List<String> hosts(Servers servers) {
        return servers.items().stream().map(ServerRow::host).toList();
    }

    @Test
    void of_few_servers_it_is_said_which_ones_consume_a_queue() {
        write(8, 2);

        assertThat(read(null, null, null).coverage()).filteredOn(each -> each.queue().equals("queue-001"))
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.servers()).isEqualTo(7);
                    assertThat(each.weights()).hasSize(7).containsEntry("id-000", 2).doesNotContainKey("id-007");
                });
    }
}
