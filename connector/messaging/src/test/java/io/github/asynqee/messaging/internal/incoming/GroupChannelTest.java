package io.github.asynqee.messaging.internal.incoming;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.zip.DeflaterOutputStream;

import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.internal.codec.StepwiseCodec;
import io.github.asynqee.internal.protocol.PayloadCodec;
import io.github.asynqee.messaging.AsynqGroup;
import io.github.asynqee.messaging.RedisTest;
import io.github.asynqee.messaging.RespClient;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.junit.jupiter.api.Test;

/** The lists passed to a handler, and the outcomes of their tasks. */
@RedisTest
class GroupChannelTest extends GroupTest {

    @Test
    void a_message_has_the_details_of_its_tasks() throws Exception {
        start(Message::ack);
        join("t1", "t2", "t3");

        AsynqGroup<?> group = next();

        assertThat(group.getPayload()).extracting(Object::toString).containsExactly("{\"id\":\"t1\"}",
                "{\"id\":\"t2\"}", "{\"id\":\"t3\"}");
        assertThat(group.members()).extracting(TaskInfo::id).containsExactly("t1", "t2", "t3");
        assertThat(group.members().get(1).type()).isEqualTo("test:t2");
        assertThat(group.members().get(1).headers()).isEqualTo(Map.of("h", "t2"));
        assertThat(group.members().get(1).retried()).isZero();
        assertThat(group.group()).isEqualTo("g");
        assertThat(group.queue()).isEqualTo(queue);
        assertThat(group.isCancelled()).isFalse();
        assertThat(group.deadline()).isBetween(broker.clock().instant().plusSeconds(1700),
                broker.clock().instant().plusSeconds(1801));
        awaitState("t1", null);
    }

    @Test
    void what_is_not_acknowledged_is_tried_again() throws Exception {
        start(group -> group.nack(new IllegalStateException("boom")));
        join("t1", "t2", "t3");

        next();

        awaitState("t1", "retry");
        awaitState("t3", "retry");
    }

    @Test
    void a_task_with_an_unusable_payload_is_archived_alone() throws Exception {
        start(Message::ack);
        join("t1", "bad", "t3");

        AsynqGroup<?> group = next();

        assertThat(group.members()).extracting(TaskInfo::id).containsExactly("t1", "t3");
        assertThat(group.getPayload()).hasSize(2);
        awaitState("bad", "archived");
        awaitState("t1", null);
    }

    @Test
    void a_task_whose_payload_cannot_be_decoded_here_waits_alone() throws Exception {
        start(Message::ack);
        client.enqueueAll(List.of(member("t1"), member("coded").header("payload-codec", "deflate"), member("t3")));

        assertThat(next().members()).extracting(TaskInfo::id).containsExactly("t1", "t3");
        awaitState("coded", "retry");
        awaitState("t3", null);
    }

    @Test
    void a_payload_that_would_fill_the_memory_concerns_its_task_alone() throws Exception {
        start(new StepwiseCodec(0, false, null, new SecureRandom()), Message::ack);
        ByteArrayOutputStream bomb = new ByteArrayOutputStream();
        try (OutputStream out = new DeflaterOutputStream(bomb)) {
            out.write(new byte[64 * 1024 * 1024 + 1]);
        }
        assertThat(bomb.size()).isLessThan(100_000);
        client.enqueueAll(List.of(member("t1"), Task.of("test:bomb", bomb.toByteArray()).id("bomb").queue(queue)
                .group("g").header("payload-codec", "deflate"), member("t3")));

        assertThat(next().members()).extracting(TaskInfo::id).containsExactly("t1", "t3");
        awaitState("bomb", "archived");
        awaitState("t3", null);
    }

    @Test
    void a_payload_for_which_no_memory_is_left_fails_alone_and_uses_a_retry() throws Exception {
        start(new PayloadCodec() {
            @Override
            public Coded encode(byte[] payload) {
                return new Coded(payload, Map.of());
            }

            @Override
            public byte[] decode(byte[] payload, Map<String, String> headers) {
                if (headers.containsKey(CODEC_HEADER)) {
                    throw new OutOfMemoryError("Java heap space");
                }
                return payload;
            }
        }, Message::ack);
        client.enqueueAll(List.of(member("t1"), member("large").header("payload-codec", "deflate"), member("t3")));

        assertThat(next().members()).extracting(TaskInfo::id).containsExactly("t1", "t3");
        awaitState("large", "retry");
        awaitState("t3", null);
        assertThat(RespClient.ask(redis, "GET", "asynq:{" + queue + "}:failed")).isEqualTo("1");
    }

    @Test
    void a_group_of_unusable_payloads_is_not_handled() throws Exception {
        start(Message::ack);
        join("bad1", "bad2", "bad3");
        awaitState("bad3", "archived");
        join("t1", "t2", "t3");

        assertThat(next().members()).extracting(TaskInfo::id).containsExactly("t1", "t2", "t3");
    }
}
