package io.github.asynqee.messaging.internal.payload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import jakarta.json.Json;
import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import jakarta.json.bind.JsonbBuilder;

import com.google.protobuf.Duration;
import io.github.asynqee.InvalidTaskException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PayloadsTest {

    private final Payloads payloads = new Payloads(new LazyJsonb(JsonbBuilder::create));

    @AfterEach
    void close() {
        payloads.close();
    }

    public static class Email {
        public String to;
        public int priority;

        @Override
        public boolean equals(Object other) {
            return other instanceof Email that && Objects.equals(to, that.to) && priority == that.priority;
        }

        @Override
        public int hashCode() {
            return Objects.hash(to, priority);
        }
    }

    abstract static class TypeOf<T> {
        Type type() {
            return ((ParameterizedType) getClass().getGenericSuperclass()).getActualTypeArguments()[0];
        }
    }

    @Test
    void bytes_and_text_are_taken_as_they_are() throws Exception {
        assertThat(read(byte[].class, "x")).isEqualTo("x".getBytes(UTF_8));
        assertThat(read(Object.class, "x")).isEqualTo("x".getBytes(UTF_8));
        assertThat(read(String.class, "grüß")).isEqualTo("grüß");
        assertThat(read(byte[].class, "")).isEqualTo(new byte[0]);
        assertThat(read(String.class, "")).isEqualTo("");
    }

    @Test
    void objects_are_json() throws Exception {
        Email email = new Email();
        email.to = "you@example.com";
        email.priority = 3;

        byte[] bytes = payloads.encode(email);

        assertThat(new String(bytes, UTF_8)).isEqualTo("{\"priority\":3,\"to\":\"you@example.com\"}");
        assertThat(payloads.reader(Email.class).read(bytes)).isEqualTo(email);
    }

    @Test
    void generic_types_are_kept() throws Exception {
        Type type = new TypeOf<Map<String, List<Email>>>() {}.type();

        Object value = read(type, "{\"a\":[{\"to\":\"b\"}]}");

        assertThat(value).isInstanceOfSatisfying(Map.class,
                map -> assertThat(((List<?>) map.get("a")).get(0)).isInstanceOf(Email.class));
    }

    @Test
    void numbers_are_json_too() throws Exception {
        assertThat(read(Integer.class, "42")).isEqualTo(42);
    }

    @Test
    void json_values_are_parsed() throws Exception {
        assertThat(read(JsonObject.class, "{\"a\":1}")).isEqualTo(Json.createObjectBuilder().add("a", 1).build());
        assertThat(read(JsonArray.class, "[1]")).isEqualTo(Json.createArrayBuilder().add(1).build());
        assertThat(read(JsonValue.class, "true")).isEqualTo(JsonValue.TRUE);
        assertThat(payloads.encode(Json.createObjectBuilder().add("a", 1).build()))
                .isEqualTo("{\"a\":1}".getBytes(UTF_8));
    }

    @Test
    void protobuf_messages_have_their_own_format() throws Exception {
        Duration duration = Duration.newBuilder().setSeconds(5).build();

        assertThat(payloads.encode(duration)).isEqualTo(duration.toByteArray());
        assertThat(payloads.reader(Duration.class).read(duration.toByteArray())).isEqualTo(duration);
    }

    /** The parser of both servers would loop forever. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
            "{\"other\":[1,2 | the [ at byte 9 is not closed", "{\"other\":{\"a\":1 | the { at byte 9 is not closed",
            "{\"other\":[1} | the } at byte 11 closes nothing", "{\"other\":[\"]} | the \" at byte 10 is not closed",
            "{\"other\":[\"a\\\"]} | the \" at byte 10 is not closed", "{}] | the ] at byte 2 closes nothing" })
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void a_payload_that_ends_within_something_is_refused(String json, String reason) {
        assertThatThrownBy(() -> read(Email.class, json)).isInstanceOf(UnusablePayloadException.class)
                .hasMessageEndingWith(reason);
    }

    @Test
    void brackets_in_texts_mean_nothing() throws Exception {
        Email email = (Email) read(Email.class, "{\"other\":[\"}]\\\"{\",[[{}]]],\"to\":\"[{\\\\\"}");

        assertThat(email.to).isEqualTo("[{\\");
    }

    @Test
    void what_is_nested_too_deeply_is_refused() {
        String deep = "[".repeat(100_000) + "]".repeat(100_000);

        for (Type type : List.of(Email.class, JsonValue.class, List.class)) {
            assertThatThrownBy(() -> read(type, deep)).isInstanceOf(UnusablePayloadException.class)
                    .hasMessageContaining("it cannot be read as JSON of this type");
        }
    }

    /** Has no constructor that JSON-B can use. */
    public static final class Closed {

        public Closed(String to) {}
    }

    /** Cannot be created. */
    public abstract static class Abstract {}

    private record Hidden(String to) {}

    @Test
    void a_class_that_JSON_B_cannot_create_is_named() {
        assertThatThrownBy(() -> read(Closed.class, "{}")).hasMessageEndingWith(
                "Closed needs a constructor without parameters that is not private, or one with @JsonbCreator");
        assertThatThrownBy(() -> read(Abstract.class, "{}")).hasMessageEndingWith("Abstract is abstract");
        assertThatThrownBy(() -> read(Hidden.class, "{\"to\":\"x\"}")).hasMessageEndingWith("Hidden is private");
        assertThatThrownBy(() -> read(List.class, "{")).hasMessageNotContaining("abstract");
    }

    @Test
    void what_is_not_wanted_is_refused_with_a_reason() {
        assertThatThrownBy(() -> read(Email.class, "{\"to\":")).isInstanceOf(UnusablePayloadException.class)
                .hasMessageNotContaining("null");
        assertThatThrownBy(() -> read(Email.class, "{\"priority\":\"high\"}"))
                .isInstanceOf(UnusablePayloadException.class).hasMessageContaining("priority");
        assertThatThrownBy(() -> read(Email.class, "")).isInstanceOf(UnusablePayloadException.class)
                .hasMessage("it is empty");
        assertThatThrownBy(() -> read(Email.class, "null")).isInstanceOf(UnusablePayloadException.class)
                .hasMessage("it is a JSON null");
        assertThatThrownBy(() -> read(JsonObject.class, "[1]")).isInstanceOf(UnusablePayloadException.class)
                .hasMessage("it is a JSON ARRAY");
        assertThatThrownBy(() -> read(JsonObject.class, "{")).isInstanceOf(UnusablePayloadException.class);
        assertThatThrownBy(() -> payloads.reader(Duration.class).read(new byte[]{ (byte) 0xff }))
                .isInstanceOf(UnusablePayloadException.class);
        assertThatThrownBy(() -> payloads.reader(String.class).read(new byte[]{ (byte) 0xff }))
                .isInstanceOf(UnusablePayloadException.class).hasMessage("it is not text in UTF-8");
    }

    public static class Order {
        public Email email;
        public Map<String, Integer> counts;
        public List<Integer> numbers;
        public java.time.LocalDate day;
        public java.time.DayOfWeek weekday;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = { "{\"email\":{\"priority\":\"hunter2\"}} | /email/priority",
            "{\"counts\":{\"a\":\"hunter2\"}} | /counts", "{\"counts\":{\"hunter2\":\"x\"}} | /counts",
            "{\"numbers\":[1,\"hunter2\"]} | /numbers", "{\"day\":\"hunter2\"} | /day",
            "{\"weekday\":\"hunter2\"} | JSON", "{\"email\":\"hunter2\"} | email",
            "{\"email\":hunter2} | line 1, column",
            "\"hunter2\" | JSON", "[\"hunter2\"] | JSON", "{\"hunter2 | JSON", "{\"a\":1 hunter2} | line 1, column" })
    void the_reason_names_the_place_and_no_value(String payload, String place) {
        assertThatThrownBy(() -> read(Order.class, payload)).isInstanceOf(UnusablePayloadException.class)
                .hasMessageContaining(place).hasMessageNotContaining("hunter2");
        assertThatThrownBy(() -> read(JsonArray.class, "[" + payload + " hunter2"))
                .isInstanceOf(UnusablePayloadException.class).hasMessageNotContaining("hunter2");
    }

    public static class Unwritable {
        public String getSecret() {
            throw new IllegalStateException("no");
        }
    }

    @Test
    void an_object_that_cannot_be_written_is_refused() {
        assertThatThrownBy(() -> payloads.encode(new Unwritable())).isInstanceOf(InvalidTaskException.class)
                .hasMessageContaining("Unwritable");
        assertThat(payloads.encode(null)).isNull();
    }

    private Object read(Type type, String text) throws UnusablePayloadException {
        return payloads.reader(type).read(text.getBytes(UTF_8));
    }
}
