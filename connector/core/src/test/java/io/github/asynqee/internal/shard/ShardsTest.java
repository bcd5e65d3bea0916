package io.github.asynqee.internal.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.util.JedisClusterCRC16;

class ShardsTest {

    @Test
    void the_first_shard_is_the_queue_itself() {
        assertThat(Shards.names("mails", 3)).containsExactly("mails", "mails~1", "mails~2");
    }

    @ParameterizedTest
    @CsvSource({ "mails,mails", "mails~1,mails", "mails~63,mails", "mails~64,mails~64", "mails~0,mails~0",
            "mails~01,mails~01", "mails~1~2,mails~1", "~1,~1", "mails~,mails~", "mails~1x,mails~1x" })
    void a_shard_belongs_to_the_queue_before_its_number(String name, String queue) {
        assertThat(Shards.logical(name)).isEqualTo(queue);
    }

    /** Calculated with md5sum: the hash is part of the protocol. */
    @ParameterizedTest
    @CsvSource({ "customer-42,8,6", "a,8,1", "grün,7,4" })
    void a_key_has_one_shard(String key, int keyed, int shard) {
        assertThat(new Shards(64, keyed).of(key)).isEqualTo(shard);
    }

    @Test
    void keys_are_distributed_evenly() {
        Shards shards = new Shards(8, 8);

        int[] keys = new int[8];
        IntStream.range(0, 80_000).forEach(i -> keys[shards.of("customer-" + i)]++);

        assertThat(IntStream.of(keys).boxed()).allSatisfy(count -> assertThat(count).isBetween(9_500, 10_500));
    }

    @Test
    void added_shards_do_not_move_keys() {
        Shards before = new Shards(2, 2);
        Shards after = new Shards(16, 2);

        assertThat(IntStream.range(0, 1_000))
                .allSatisfy(i -> assertThat(after.of("k" + i)).isEqualTo(before.of("k" + i)));
    }

    @ParameterizedTest
    @ValueSource(strings = { "", "8", "0 0", "8 9", "65 1", "8 0", "x y", "-1 1", "99999999999 1" })
    void a_damaged_record_is_refused(String text) {
        assertThatThrownBy(() -> Shards.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    /** Shards on the busiest master, of the equal share, averaged over names of queues. */
    @ParameterizedTest
    @CsvSource({ "2,8,1.15", "3,16,1.4", "3,32,1.3", "4,32,1.2", "8,64,1.3" })
    void shards_are_distributed_over_the_masters_of_a_cluster(int masters, int count, double limit) {
        double total = 0;
        List<String> queues = IntStream.range(0, 300).mapToObj(i -> "queue-" + Integer.toString(i * 7919, 36)).toList();
        for (String queue : queues) {
            int[] onMaster = new int[masters];
            for (String shard : Shards.names(queue, count)) {
                onMaster[JedisClusterCRC16.getSlot("asynq:{" + shard + "}:pending") * masters / 16_384]++;
            }
            assertThat(onMaster).as(queue).doesNotContain(0);
            total += (double) IntStream.of(onMaster).max().getAsInt() * masters / count;
        }

        assertThat(total / queues.size()).isLessThan(limit);
    }
}
