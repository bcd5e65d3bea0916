package io.github.asynqee.internal.inspect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.redis.TestRedis;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every reply with messages is bounded: tasks that are together larger than the memory are read in portions. */
@Tag("thorough")
@SomeDays(oneIn = 4)
class LargeTasksTest {

    private static void read(int megabytes, int tasks) throws Exception {
        Process process = new ProcessBuilder(System.getProperty("java.home") + "/bin/java",
                "-Xmx" + (64 + 5 * megabytes) + "m", "-cp", System.getProperty("java.class.path"),
                LargeTasks.class.getName(), String.valueOf(TestRedis.SINGLE.port()), String.valueOf(megabytes << 20),
                String.valueOf(tasks)).redirectErrorStream(true).start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), UTF_8);
            assertThat(process.waitFor()).as(output).isZero();
        } finally {
            process.destroyForcibly();
            TestRedis.SINGLE.clear();
        }
    }

    @Test
    void tasks_of_1_megabyte_are_read_in_portions() throws Exception {
        read(1, 71);
    }

    @ParameterizedTest
    @CsvSource({ "16, 11", "100, 12" })
    @EnabledIfSystemProperty(named = "asynq.test.thorough", matches = "true", disabledReason = "-Pthorough runs it")
    void tasks_of_many_megabytes_are_read_one_by_one(int megabytes, int tasks) throws Exception {
        read(megabytes, tasks);
    }
}
