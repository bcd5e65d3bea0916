package io.github.asynqee.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.Router;
import io.github.asynqee.internal.protocol.TaskMessage;
import org.junit.jupiter.api.Test;

class GroupConfigTest {

    private static final FailurePolicy POLICY = FailurePolicy.of(RetryDelay.fixed(Duration.ZERO));
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private static Channel tasks(String name, String typePrefix) {
        return new Channel(new ChannelConfig(name, Map.of("default", 1), typePrefix, POLICY));
    }

    private static Channel groups(String name, String prefix) {
        return new Channel(new ChannelConfig(name, Map.of("default", 1), "", POLICY,
                new GroupConfig(prefix, MINUTE, Duration.ZERO, 0)));
    }

    @Test
    void values_out_of_range_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new GroupConfig("", Duration.ofMillis(999), Duration.ZERO, 0))
                .withMessageContaining("grace period").withMessageContaining("at least 1 s: PT0.999S");
        assertThatIllegalArgumentException().isThrownBy(() -> new GroupConfig("", MINUTE, Duration.ofMillis(1), 0))
                .withMessageContaining("max delay");
        assertThatIllegalArgumentException().isThrownBy(() -> new GroupConfig("", MINUTE, Duration.ZERO, -1))
                .withMessageContaining("max size");
    }

    @Test
    void a_channel_of_groups_takes_any_type() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ChannelConfig("c", Map.of("default", 1), "email:", POLICY, GroupConfig.DEFAULT))
                .withMessageContaining("channel c").withMessageContaining("email:");
    }

    @Test
    void a_channel_of_groups_and_one_of_all_tasks_do_not_clash() {
        Channel tasks = tasks("tasks", "");
        Channel groups = groups("groups", "");
        Channel special = groups("special", "tenant-");
        Router router = new Router(List.of(tasks, groups, special));

        assertThat(router.route("default", "tenant-1")).isSameAs(tasks);
        assertThat(router.routeGroup("default", "tenant-1")).isSameAs(special);
        assertThat(router.routeGroup("default", "other")).isSameAs(groups);
        assertThat(router.routeGroup("low", "other")).isNull();
        TaskMessage.Builder task = TaskMessage.builder("email:welcome", "t1", "default");
        assertThat(router.route(task.build())).isSameAs(tasks);
        assertThat(router.route(task.group("tenant-1").build())).isSameAs(special);
    }

    @Test
    void two_channels_may_not_claim_the_same_groups() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Router(List.of(groups("one", "tenant-"), groups("two", "tenant-"))))
                .withMessageContaining("one").withMessageContaining("two").withMessageContaining("group \"tenant-\"");
        assertThatIllegalArgumentException().isThrownBy(() -> new Router(List.of(groups("one", ""), groups("two", ""))))
                .withMessageContaining("all groups");
    }
}
