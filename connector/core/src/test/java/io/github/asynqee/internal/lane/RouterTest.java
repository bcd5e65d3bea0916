package io.github.asynqee.internal.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.asynqee.Task;
import io.github.asynqee.VersionRange;
import io.github.asynqee.internal.broker.Demand;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.GroupConfig;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.Test;

class RouterTest {

    private static final FailurePolicy POLICY = FailurePolicy.of(RetryDelay.fixed(Duration.ZERO));

    private static Channel channel(String name, Map<String, Integer> queues, String typePrefix) {
        return new Channel(new ChannelConfig(name, queues, typePrefix, POLICY));
    }

    @Test
    void the_longest_matching_prefix_wins_in_any_order() {
        Channel all = channel("all", Map.of("default", 1), "");
        Channel email = channel("email", Map.of("default", 1), "email:");
        Channel welcome = channel("welcome", Map.of("default", 1), "email:welcome");

        for (Router router : List.of(new Router(List.of(all, email, welcome)),
                new Router(List.of(welcome, email, all)))) {
            assertThat(router.route("default", "email:welcome")).isSameAs(welcome);
            assertThat(router.route("default", "email:welcome:again")).isSameAs(welcome);
            assertThat(router.route("default", "email:bye")).isSameAs(email);
            assertThat(router.route("default", "emai")).isSameAs(all);
        }
    }

    @Test
    void a_type_without_a_matching_prefix_has_no_channel() {
        Router router = new Router(List.of(channel("email", Map.of("default", 1), "email:")));

        assertThat(router.route("default", "report")).isNull();
    }

    private static Channel versions(String name, String typePrefix, int first, int last) {
        return new Channel(new ChannelConfig(name, Map.of("default", 1), typePrefix, POLICY)
                .withVersions(new VersionRange(first, last)));
    }

    private static TaskMessage message(String type, String version) {
        TaskMessage.Builder message = TaskMessage.builder(type, "1", "default");
        return (version == null ? message : message.headers(Map.of(Task.VERSION_HEADER, version))).build();
    }

    @Test
    void of_channels_with_the_same_prefix_the_one_for_the_version_wins() {
        Channel all = channel("all", Map.of("default", 1), "");
        Channel old = versions("old", "email:", 1, 2);
        Channel current = versions("current", "email:", 3, 3);
        Router router = new Router(List.of(all, old, current));

        assertThat(router.route(message("email:bye", null))).as("version 1").isSameAs(old);
        assertThat(router.route(message("email:bye", "2"))).isSameAs(old);
        assertThat(router.route(message("email:bye", "3"))).isSameAs(current);
        assertThat(router.route(message("email:bye", "4"))).as("not for all types").isNull();
        assertThat(router.route(message("email:bye", "two"))).isNull();
        assertThat(router.route(message("report", "two"))).isSameAs(all);
        assertThat(router.handlesType(message("email:bye", "4"))).isTrue();
    }

    @Test
    void channels_of_the_same_tasks_must_have_different_versions() {
        assertThatThrownBy(() -> new Router(List.of(versions("old", "email:", 1, 2), versions("new", "email:", 2, 3))))
                .hasMessageContaining("\"email:\" of versions 2..3").hasMessageContaining("old");
        assertThatThrownBy(() -> new Router(
                List.of(versions("old", "email:", 1, 2), channel("any", Map.of("default", 1), "email:"))))
                .hasMessageContaining("any");
    }

    @Test
    void each_queue_has_its_own_routes() {
        Channel low = channel("low", Map.of("low", 1), "email:");
        Channel high = channel("high", Map.of("high", 1), "email:");
        Router router = new Router(List.of(low, high));

        assertThat(router.route("low", "email:x")).isSameAs(low);
        assertThat(router.route("high", "email:x")).isSameAs(high);
    }

    @Test
    void two_channels_may_not_claim_the_same_tasks() {
        Channel first = channel("first", Map.of("default", 1, "low", 1), "email:");
        Channel second = channel("second", Map.of("low", 1), "email:");

        assertThatThrownBy(() -> new Router(List.of(first, second))).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("first").hasMessageContaining("second").hasMessageContaining("\"email:\"")
                .hasMessageContaining("\"low\"");
    }

    @Test
    void a_queue_has_the_highest_priority_that_any_channel_gives_it() {
        Router router = new Router(List.of(channel("a", Map.of("default", 2), "a"),
                channel("b", Map.of("default", 5), "b"), channel("c", Map.of("default", 3, "low", 1), "c")));

        assertThat(router.priorities()).containsExactlyInAnyOrderEntriesOf(Map.of("default", 5, "low", 1));
    }

    @Test
    void routes_are_tried_groups_first_and_the_longest_prefix_of_a_kind_first() {
        Channel all = channel("all", Map.of("default", 1), "");
        Channel email = channel("email", Map.of("default", 1, "low", 1), "email:");
        Channel groups = new Channel(
                new ChannelConfig("groups", Map.of("default", 1), "", POLICY, GroupConfig.DEFAULT));
        Router router = new Router(List.of(all, email, groups));

        assertThat(router.routes("default")).extracting(Router.Route::channel).containsExactly(groups, email, all);
        assertThat(router.routes("default")).extracting(Router.Route::kind).containsExactly(Demand.Kind.GROUP,
                Demand.Kind.TYPE, Demand.Kind.TYPE);
        assertThat(router.routes("low")).extracting(Router.Route::prefix).containsExactly("email:");
        assertThat(router.routes("other")).isEmpty();
    }

    @Test
    void a_task_of_a_group_runs_on_a_channel_of_groups_and_no_other_does() {
        Channel all = channel("all", Map.of("default", 1), "");
        Channel groups = new Channel(
                new ChannelConfig("groups", Map.of("default", 1), "", POLICY, GroupConfig.DEFAULT));
        Router router = new Router(List.of(all, groups));

        assertThat(router.route(TaskMessage.builder("email:bye", "1", "default").group("g").build()))
                .isSameAs(groups);
        assertThat(router.route(message("email:bye", null))).isSameAs(all);
    }

    @Test
    void a_channel_needs_queues_with_names_and_priorities() {
        assertThatThrownBy(() -> channel("c", Map.of(), "")).hasMessageContaining("channel c needs a queue");
        assertThatThrownBy(() -> channel("c", Map.of(" ", 1), "")).hasMessageContaining("queue name");
        assertThatThrownBy(() -> channel("c", Map.of("q", 0), "")).hasMessageContaining("at least 1: 0");
    }
}
