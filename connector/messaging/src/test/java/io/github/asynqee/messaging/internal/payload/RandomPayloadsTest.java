package io.github.asynqee.messaging.internal.payload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Month;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import jakarta.json.bind.JsonbBuilder;

import com.google.protobuf.Duration;
import io.github.asynqee.fixtures.HostileData;
import io.github.asynqee.fixtures.RandomInput;
import org.junit.jupiter.api.Test;

/** Random payloads of all types that a handler can take: each is decoded, or rejected with a one-sentence reason. */
class RandomPayloadsTest {

    private static final List<String> JSON = List.of("{\"to\":\"a\",\"priority\":3,\"more\":[{\"at\":\"2026-01-02\"}]}",
            "[{\"a\":[1,2.5e3,null,true]},\"x\\u00e4\"]", "12345", "\"2026-01-02T03:04:05Z\"", "\"MAY\"",
            "{\"a\":{\"b\":{\"c\":{}}}}", "\"00000000-0000-0000-0000-000000000000\"");
    private static final List<Type> TYPES = List.of(byte[].class, Object.class, String.class, JsonObject.class,
            JsonArray.class, JsonValue.class, Duration.class, Integer.class, Long.class, Double.class, Boolean.class,
            Character.class, BigInteger.class, BigDecimal.class, Instant.class, LocalDate.class, Month.class,
            UUID.class, Email.class, Map.class, List.class, int[].class);
    private static final int MAX_REASON = 4_000;

    public static class Email {
        public String to;
        public int priority;
        public BigInteger amount;
        public Month month;
        public List<Part> more;
    }

    public static class Part {
        public LocalDate at;
        public Email of;
    }

    private final Payloads payloads = new Payloads(new LazyJsonb(JsonbBuilder::create));

    @Test
    void near_to_valid_ones() {
        RandomInput.cases(3_000, input -> read(input.oneOf(TYPES), input.bytes(input.oneOf(JSON).getBytes(UTF_8))));
        RandomInput.cases(1_000, input -> read(input.oneOf(TYPES), input.text(input.oneOf(JSON)).getBytes(UTF_8)));
    }

    @Test
    void hostile_ones() {
        List<byte[]> all = HostileData.payloads();
        List<String> members = List.of("priority", "amount", "month", "to", "more");
        RandomInput.cases(500, input -> read(input.oneOf(TYPES), input.oneOf(all.subList(0, all.size() - 1))));
        RandomInput.cases(500, input -> read(Email.class,
                ("{\"" + input.oneOf(members) + "\":" + input.oneOf(List.of("1e999999999", "-1e999999999",
                        "1e-999999999", "9".repeat(5_000), "\"" + "x".repeat(20_000) + "\"", "[[[[]]]]", "{}"))
                        + "}").getBytes(UTF_8)));
    }

    private void read(Type type, byte[] payload) {
        try {
            assertThat(payloads.reader(type).read(payload)).isNotNull();
        } catch (UnusablePayloadException e) {
            assertThat(e.getMessage()).as("%s from %s", type, new String(payload, UTF_8)).isNotBlank()
                    .doesNotContain("\n").hasSizeLessThan(MAX_REASON);
        } catch (RuntimeException | StackOverflowError e) {
            String text = new String(payload, UTF_8);
            throw new AssertionError(type + " from " + text.substring(0, Math.min(200, text.length())), e);
        }
    }
}
