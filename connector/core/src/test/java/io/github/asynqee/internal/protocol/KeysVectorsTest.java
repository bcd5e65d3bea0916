package io.github.asynqee.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.asynqee.vectors.Vectors;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.util.JedisClusterCRC16;

class KeysVectorsTest {

    private static final Instant DAY = Instant.parse("2023-11-14T23:59:59.999Z");

    @ParameterizedTest
    @ValueSource(strings = { "default", "очередь" })
    void the_keys_of_a_queue_are_the_recorded_ones(String queue) {
        assertThat(keysOf(queue)).isEqualTo(Vectors.texts(Vectors.read("keys").get(queue)));
    }

    @Test
    void the_global_keys_are_the_recorded_ones() {
        Map<String, String> keys = Map.of("cancel", GlobalKeys.CANCEL, "queues", GlobalKeys.QUEUES, "scheduler_entries",
                GlobalKeys.schedulerEntries("host-1:4242:SID"), "scheduler_history",
                GlobalKeys.schedulerHistory("ENTRY"), "schedulers", GlobalKeys.SCHEDULERS, "server",
                GlobalKeys.server("host-1", 4242, "SID"), "server_workers", GlobalKeys.workers("host-1", 4242, "SID"),
                "servers", GlobalKeys.SERVERS, "workers", GlobalKeys.WORKERS);

        assertThat(keys).isEqualTo(Vectors.texts(Vectors.read("keys").get("global")));
    }

    @Test
    void all_keys_of_a_queue_are_in_its_slot() {
        Vectors.read("cluster_slots").properties().forEach(slot -> {
            String queue = slot.getKey();
            assertThat(keysOf(queue).values()).allSatisfy(key -> assertThat(JedisClusterCRC16.getSlot(key)).as(key)
                    .isEqualTo(slot.getValue().asInt()));
            assertThat(JedisClusterCRC16.getSlot(UniqueKey.of(queue, "a{b}c", new byte[3])))
                    .isEqualTo(slot.getValue().asInt());
        });
    }

    @Test
    void both_keys_of_a_server_are_in_one_slot() {
        assertThat(JedisClusterCRC16.getSlot(GlobalKeys.server("host-1", 4242, "SID")))
                .isEqualTo(JedisClusterCRC16.getSlot(GlobalKeys.workers("host-1", 4242, "SID")));
    }

    @Test
    void a_day_ends_at_midnight_utc() {
        QueueKeys keys = QueueKeys.of("q");

        assertThat(keys.processed(DAY.plusMillis(1))).isEqualTo("asynq:{q}:processed:2023-11-15");
        assertThat(keys.failed(DAY)).isEqualTo("asynq:{q}:failed:2023-11-14");
    }

    static Stream<Named<JsonNode>> uniqueKeys() {
        return Vectors.named("unique_keys", "key");
    }

    @ParameterizedTest
    @MethodSource("uniqueKeys")
    void the_lock_of_a_task_is_the_recorded_one(JsonNode vector) {
        assertThat(UniqueKey.of(vector.get("queue").asText(), vector.get("type").asText(),
                Vectors.hex(vector.get("payload_hex")))).isEqualTo(vector.get("key").asText());
    }

    private static Map<String, String> keysOf(String queue) {
        QueueKeys keys = QueueKeys.of(queue);
        Map<String, String> all = new HashMap<>();
        all.put("active", keys.active());
        all.put("aggregation_set", keys.aggregationSet("g1", "SETID"));
        all.put("aggregation_sets", keys.aggregationSets());
        all.put("archived", keys.archived());
        all.put("completed", keys.completed());
        all.put("failed_2023-11-14", keys.failed(DAY));
        all.put("failed_total", keys.failed());
        all.put("group", keys.group("g1"));
        all.put("groups", keys.groups());
        all.put("lease", keys.lease());
        all.put("paused", keys.paused());
        all.put("pending", keys.pending());
        all.put("processed_2023-11-14", keys.processed(DAY));
        all.put("processed_total", keys.processed());
        all.put("retry", keys.retry());
        all.put("scheduled", keys.scheduled());
        all.put("task", keys.task("ID1"));
        all.put("task_prefix", keys.taskPrefix());
        return all;
    }
}
