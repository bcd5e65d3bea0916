package io.github.asynqee.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Random;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UndecodableMessageException;
import io.github.asynqee.interop.GoMessages.Decoded;
import io.github.asynqee.interop.RandomMessages.Sample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages compared with Go's protobuf: written on either side and read on the other (protocol section 3). */
class MessagesIT {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final GoMessages go = new GoMessages();

    @Test
    void go_reads_what_is_written_here() {
        RandomCases.compare(random -> {
            Sample sample = new RandomMessages(random).any();
            Decoded inGo = go.decode(sample.name(), sample.bytes()).orElseThrow();
            return RandomCases.difference(sample.name(), throughText(sample.fields()), inGo.fields());
        });
    }

    @Test
    void what_go_writes_is_read_here() {
        RandomCases.compare(random -> {
            Sample sample = new RandomMessages(random).any();
            byte[] written = go.encode(sample.name(), sample.fields());
            byte[] again = go.decode(sample.name(), again(sample, written).orElseThrow()).orElseThrow().encoded();
            return RandomCases.difference(sample.fields(), hex(again), hex(written));
        });
    }

    @Test
    void the_bytes_are_those_of_go() {
        RandomCases.compare(random -> {
            Sample sample = new RandomMessages(random).any();
            // the order of map entries on the wire is not significant
            boolean ordered = sample.fields().path("headers").size() < 2 && sample.fields().path("queues").size() < 2;
            return ordered ? RandomCases.difference(sample.fields(), hex(sample.bytes()),
                    hex(go.encode(sample.name(), sample.fields()))) : Optional.empty();
        });
    }

    @Test
    void damaged_bytes_that_go_accepts_are_accepted_here() {
        RandomCases.compare(random -> {
            Sample sample = new RandomMessages(random).any();
            byte[] damaged = damaged(random, sample.bytes());
            // options of an entry have checks that protobuf does not have
            boolean accepted = !sample.name().equals("SchedulerEntry") && go.decode(sample.name(), damaged).isPresent();
            return accepted ? RandomCases.difference(sample.name() + " " + hex(damaged),
                    again(sample, damaged).isPresent(), true) : Optional.empty();
        });
    }

    @Test
    void a_damaged_task_that_go_accepts_says_the_same_here() {
        RandomCases.compare(random -> {
            Sample sample = new RandomMessages(random).taskMessage();
            byte[] damaged = damaged(random, sample.bytes());
            Optional<Decoded> inGo = go.decode(sample.name(), damaged);
            return inGo.isEmpty() ? Optional.empty()
                    : RandomCases.difference(hex(damaged),
                            again(sample, damaged).flatMap(again -> go.decode(sample.name(), again))
                                    .map(Decoded::fields),
                            inGo.map(Decoded::fields));
        });
    }

    @ParameterizedTest
    @ValueSource(strings = { "0a02c328", "0a0180", "0a03eda080", "1a01ff", "5204f4908080", "7a050a0378ff78" })
    void text_that_is_not_utf8_is_refused_on_both_sides(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);

        assertThatThrownBy(() -> TaskMessage.parse(bytes)).isInstanceOf(UndecodableMessageException.class);
        assertThat(go.decode("TaskMessage", bytes)).isEmpty();
    }

    @Test
    void any_error_text_can_be_read_in_go() {
        RandomCases.compare(random -> {
            TaskMessage failed = TaskMessage.builder("t", "1", "q").build()
                    .failed(new RandomTexts(random).broken(), Instant.EPOCH, true);
            Optional<String> inGo = go.decode("TaskMessage", failed.toBytes())
                    .map(decoded -> decoded.fields().get("error_msg").asText());
            return RandomCases.difference(hex(failed.toBytes()), failed.errorMessage(), inGo.orElse("refused"));
        });
    }

    @Test
    void fields_of_later_versions_are_still_there_for_go_after_a_change() throws Exception {
        UnknownFieldSet later = UnknownFieldSet.newBuilder()
                .addField(99,
                        UnknownFieldSet.Field.newBuilder().addLengthDelimited(ByteString.copyFromUtf8("later")).build())
                .build();
        byte[] received = io.github.asynqee.internal.protocol.wire.TaskMessage.newBuilder().setType("t")
                .setUnknownFields(later)
                .build().toByteArray();

        byte[] changed = TaskMessage.parse(received).failed("boom", Instant.EPOCH, true).toBytes();

        assertThat(go.decode("TaskMessage", changed).orElseThrow().unknown()).isEqualTo(later.toByteArray());
    }

    private static Optional<byte[]> again(Sample sample, byte[] bytes) {
        try {
            return Optional.of(sample.again().of(bytes));
        } catch (UndecodableMessageException e) {
            return Optional.empty();
        }
    }

    private static byte[] damaged(Random random, byte[] bytes) {
        byte[] damaged = Arrays.copyOf(bytes, Math.max(0, bytes.length + random.nextInt(5) - 2));
        for (int changes = random.nextInt(3); changes > 0 && damaged.length > 0; changes--) {
            damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
        }
        return damaged;
    }

    /** Converts bytes to text and numbers to JSON numbers, as in replies from Go. */
    private static JsonNode throughText(JsonNode fields) {
        try {
            return JSON.readTree(JSON.writeValueAsString(fields));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
