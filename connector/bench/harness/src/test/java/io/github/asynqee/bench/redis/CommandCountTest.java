package io.github.asynqee.bench.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;

class CommandCountTest {

    private final CommandCount count = new CommandCount();

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void commands_are_counted_wherever_their_bytes_are_cut() {
        String two = "*2\r\n$3\r\nGET\r\n$12\r\n*1\r\n$4\r\nPING\r\n*1\r\n$4\r\nPING\r\n";
        for (int cut = 0; cut <= two.length(); cut++) {
            Consumer<byte[]> connection = count.get();
            connection.accept(bytes(two.substring(0, cut)));
            connection.accept(bytes(two.substring(cut)));
        }

        assertThat(count.commands()).isEqualTo(2L * (two.length() + 1));
    }

    @Test
    void a_script_is_one_command_and_a_pipeline_as_many_as_it_has() {
        try (JedisRedisMeter redis = JedisRedisMeter.start();
                DelayProxy proxy = DelayProxy.listening(redis.address(), count);
                Jedis jedis = new Jedis(HostAndPort.from(proxy.address()))) {
            jedis.ping();
            long before = count.commands();

            jedis.eval("for i = 1, 100 do redis.call('SET', KEYS[1], i) end", 1, "a");
            assertThat(count.commands()).isEqualTo(before + 1);

            var pipeline = jedis.pipelined();
            for (int i = 0; i < 7; i++) {
                pipeline.set("a", "*1\r\n$4\r\nPING\r\n");
            }
            pipeline.sync();
            assertThat(count.commands()).isEqualTo(before + 8);
        }
    }
}
