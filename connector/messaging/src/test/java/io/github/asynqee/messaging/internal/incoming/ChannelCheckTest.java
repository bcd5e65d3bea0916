package io.github.asynqee.messaging.internal.incoming;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.messaging.MapConfig;
import io.github.asynqee.messaging.internal.config.ApplicationConfig;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment.Strategy;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ChannelCheckTest {

    private static final String ONE = "mp.messaging.incoming.one.";
    private static final String TWO = "mp.messaging.incoming.two.";
    private static final String THREE = "mp.messaging.incoming.three.";

    private final HandlerRegistry handlers = new HandlerRegistry();

    @SuppressWarnings("unused")
    interface Payloads {
        List<String> list();
    }

    private static Type list() {
        return Payloads.class.getMethods()[0].getGenericReturnType();
    }

    @BeforeEach
    void oneTakesLists() {
        handle("one", list());
    }

    private void handle(String channel, Type payload) {
        handlers.add(new HandlerMethod("Bean." + channel, channel, payload, Strategy.POST_PROCESSING, true, true,
                null));
    }

    private void handleWithCheckpoint(String channel, Type payload) {
        handlers.add(new HandlerMethod("Bean." + channel, channel, payload, Strategy.POST_PROCESSING, true, true,
                new CheckpointParameter(Long.class, null)));
    }

    @Test
    void a_slice_ends_at_a_checkpoint_only() {
        handle("two", String.class);
        handleWithCheckpoint("three", String.class);

        assertThat(problems(TWO + "connector", "asynq", TWO + "type", "b", TWO + "max-slice", "1m")).singleElement()
                .asString().contains(TWO + "max-slice", "no effect", "Checkpoint");
        assertThat(problems(THREE + "connector", "asynq", THREE + "type", "c", THREE + "max-slice", "1m")).isEmpty();
    }

    @Test
    void neither_groups_nor_inboxes_have_checkpoints() {
        handleWithCheckpoint("two", list());
        handleWithCheckpoint("three", String.class);

        assertThat(problems(TWO + "connector", "asynq")).anyMatch(it -> it.contains(TWO + "grouped=false"));
        assertThat(problems(TWO + "connector", "asynq", TWO + "grouped", "false", TWO + "type", "b")).isEmpty();
        assertThat(problems(THREE + "connector", "asynq", THREE + "type", "c", THREE + "inbox.datasource", "java:x"))
                .singleElement().asString().contains(THREE + "inbox.datasource", "Checkpoint");
    }

    private List<String> problems(String... properties) {
        List<String> all = new ArrayList<>(List.of(ONE + "connector", "asynq"));
        all.addAll(List.of(properties));
        ApplicationConfig config = ApplicationConfig.read(MapConfig.of(all.toArray(String[]::new))).config();
        return ChannelCheck.run(config.incoming().values(), handlers).stream().map(Throwable::getMessage).toList();
    }

    @Test
    void two_channels_may_not_claim_the_same_tasks() {
        handle("two", String.class);

        assertThat(problems(ONE + "grouped", "false", ONE + "queues", "a,b", ONE + "type", "email:", TWO + "connector",
                "asynq", TWO + "queue", "b", TWO + "type", "email:")).singleElement().asString().contains("one", "two",
                        "type \"email:\" of queue b");
        assertThat(problems(ONE + "grouped", "false", TWO + "connector", "asynq")).singleElement().asString()
                .contains("all types of queue default");
        assertThat(problems(ONE + "grouped", "false", TWO + "connector", "asynq", TWO + "type", "email:")).isEmpty();
        assertThat(problems(ONE + "grouped", "false", TWO + "connector", "asynq", TWO + "url", "redis://elsewhere"))
                .isEmpty();
    }

    @Test
    void channels_of_the_same_tasks_may_have_different_versions() {
        handle("two", String.class);

        assertThat(problems(ONE + "grouped", "false", ONE + "versions", "1..2", TWO + "connector", "asynq",
                TWO + "versions", "3")).isEmpty();
        assertThat(problems(ONE + "grouped", "false", ONE + "versions", "1..3", TWO + "connector", "asynq",
                TWO + "versions", "3")).singleElement().asString().contains("all types of versions ");
    }

    @Test
    void a_channel_of_groups_has_no_versions() {
        assertThat(problems(ONE + "versions", "2..3")).singleElement().asString().contains(ONE + "versions",
                "handles groups");
    }

    @Test
    void channels_of_a_queue_may_not_write_the_url_of_one_redis_differently() {
        handle("two", String.class);

        assertThat(problems(ONE + "grouped", "false", ONE + "url", "redis://:secret@h", TWO + "connector", "asynq",
                TWO + "type", "email:", TWO + "url", "redis://:secret@h:6379/0?max-connections=5")).singleElement()
                .asString().contains(ONE + "url", TWO + "url", "queue default", "must be equal")
                .doesNotContain("secret");
        assertThat(problems(ONE + "grouped", "false", ONE + "url", "redis://h", TWO + "connector", "asynq",
                TWO + "url", "redis://h/1")).isEmpty();
        assertThat(problems(ONE + "grouped", "false", ONE + "url", "redis://h", TWO + "connector", "asynq",
                TWO + "queue", "other", TWO + "url", "redis://h:6379")).isEmpty();
    }

    @Test
    void two_channels_may_not_claim_the_same_groups() {
        handle("two", list());

        assertThat(problems(ONE + "group", "tenant-", TWO + "connector", "asynq", TWO + "group", "tenant-"))
                .singleElement().asString().contains("one", "two", "group \"tenant-\" of queue default");
        assertThat(problems(TWO + "connector", "asynq")).singleElement().asString()
                .contains("all groups of queue default");
        assertThat(problems(TWO + "connector", "asynq", TWO + "group", "tenant-")).isEmpty();
    }

    @Test
    void groups_and_single_tasks_of_a_queue_are_different_things() {
        handle("two", String.class);

        assertThat(problems(TWO + "connector", "asynq")).isEmpty();
    }

    @Test
    void attributes_of_groups_have_no_effect_on_single_tasks() {
        handle("two", String.class);

        assertThat(problems(TWO + "connector", "asynq", TWO + "group-max-size", "10")).singleElement().asString()
                .contains(TWO + "group-max-size has no effect", "with a List parameter");
        assertThat(problems(ONE + "grouped", "false", ONE + "group", "g")).singleElement().asString()
                .contains(ONE + "group has no effect", ONE + "grouped=true");
        assertThat(problems("mp.messaging.connector.asynq.group-max-size", "10", TWO + "connector", "asynq"))
                .as("a default for all channels").isEmpty();
    }

    @Test
    void only_lists_can_be_groups() {
        handle("two", String.class);

        assertThat(problems(TWO + "connector", "asynq", TWO + "grouped", "true", TWO + "group", "g")).singleElement()
                .asString().contains(TWO + "grouped=true", "java.lang.String");
    }

    @Test
    void groups_have_no_type() {
        assertThat(problems(ONE + "type", "email:")).singleElement().asString().contains(ONE + "type has no effect",
                ONE + "group ", ONE + "grouped=false");
        assertThat(problems(ONE + "type", "email:", ONE + "grouped", "false")).isEmpty();
    }
}
