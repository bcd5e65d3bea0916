package io.github.asynqee.internal.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;

import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;
import org.junit.jupiter.api.Test;

class KnownShardsTest {

    private final Map<String, Shards> record = new HashMap<>();
    private BrokerException failure;
    private long now = Long.MAX_VALUE - 1;
    private int reads;

    private final ShardRegistry registry = new ShardRegistry() {
        @Override
        public Map<String, Shards> all() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Map<String, Shards> find(Collection<String> queues, BiConsumer<String, BrokerException> failed) {
            read();
            Map<String, Shards> found = new HashMap<>(record);
            found.keySet().retainAll(queues);
            return found;
        }

        @Override
        public Shards declare(String queue, int count, Declared declared) {
            read();
            return record.computeIfAbsent(queue, q -> new Shards(count, count));
        }

        private void read() {
            reads++;
            if (failure != null) {
                throw failure;
            }
        }

        @Override
        public Shards spreadKeys(String queue) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean copyPause(String queue, int from, int count) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void forget(String queue) {
            throw new UnsupportedOperationException();
        }
    };

    private KnownShards known(Map<String, Integer> configured, boolean recorded) {
        return new KnownShards(registry, configured, recorded, () -> now);
    }

    private void pass() {
        now += KnownShards.KNOWN_FOR.toNanos();
    }

    @Test
    void configured_shards_are_recorded_and_read_every_10_s() {
        KnownShards known = known(Map.of("mails", 2), false);
        record.put("other", new Shards(4, 4));

        assertThat(known.of("mails")).isEqualTo(new Shards(2, 2));
        assertThat(known.of("other")).isNull();
        assertThat(known.has("mails")).isTrue();
        assertThat(known.has("other")).isFalse();
        record.put("mails", new Shards(4, 2));
        assertThat(known.of("mails").count()).isEqualTo(2);
        assertThat(reads).isEqualTo(1);
        pass();
        assertThat(known.of("mails").count()).isEqualTo(4);
    }

    @Test
    void shards_on_record_are_read_every_10_s_and_not_recorded() {
        KnownShards known = known(Map.of(), true);

        assertThat(known.has("mails")).isFalse();
        assertThat(record).isEmpty();
        record.put("mails", new Shards(4, 2));
        assertThat(known.has("mails")).isFalse();
        pass();
        assertThat(known.of("mails")).isEqualTo(new Shards(4, 2));
        assertThat(reads).isEqualTo(2);
    }

    /** The record may be on another node than the shards. */
    @Test
    void while_the_record_cannot_be_reached_what_was_read_last_counts() {
        for (KnownShards known : new KnownShards[]{ known(Map.of("mails", 2), false), known(Map.of(), true) }) {
            failure = new BrokerUnavailableException("down", null);
            assertThatThrownBy(() -> known.of("mails")).isSameAs(failure);
            failure = null;
            assertThat(known.of("mails").count()).isEqualTo(2);

            failure = new BrokerUnavailableException("down", null);
            pass();
            assertThat(known.of("mails").count()).isEqualTo(2);
            int before = reads;
            assertThat(known.of("mails").count()).isEqualTo(2);
            assertThat(reads).as("not each task waits for Redis").isEqualTo(before);
            failure = new BrokerException("damaged", null);
            pass();
            assertThatThrownBy(() -> known.of("mails")).isSameAs(failure);
            failure = null;
        }
    }
}
