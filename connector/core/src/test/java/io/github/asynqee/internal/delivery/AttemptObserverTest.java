package io.github.asynqee.internal.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.github.asynqee.internal.broker.AggregationSet;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.MemberSettlement;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.metrics.ChannelMetrics;
import io.github.asynqee.internal.metrics.OutcomeKind;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.Test;

/** The calls that an observer gets for an attempt, and their order. */
class AttemptObserverTest {

    private final List<String> told = new ArrayList<>();
    private final List<Object> settled = new ArrayList<>();
    private boolean broken;
    private final ChannelMetrics metrics = new ChannelMetrics("c", () -> 0, () -> 0, () -> 0);

    private final AttemptObserver observer = new AttemptObserver() {
        @Override
        public String traceId() {
            return null;
        }

        @Override
        public void handled() {
            told.add("handled");
        }

        @Override
        public void failed(Throwable error, boolean counts) {
            told.add(error.getMessage() + " " + counts);
            if (broken) {
                throw new StackOverflowError();
            }
        }

        @Override
        public void confirmed(OutcomeKind outcome) {
            told.add("confirmed " + outcome);
        }
    };

    private static TaskMessage message(String id) {
        return TaskMessage.builder("email:welcome", id, "default").build();
    }

    /** A settler that fails members by these outcomes, and collects the settlements. */
    @SuppressWarnings("unchecked")
    private <S> S settler(Class<S> type, Map<String, Outcome> failures) {
        return (S) Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[]{ type },
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "outcomeOf" -> failures.get(((TaskMessage) arguments[0]).id());
                    case "failure" -> new MemberSettlement((TaskMessage) arguments[1],
                            Objects.requireNonNull(failures.get(((TaskMessage) arguments[1]).id())));
                    case "failed" -> {
                        if (broken) {
                            throw new StackOverflowError();
                        }
                        yield null;
                    }
                    case "settle" -> settled.add(arguments[1]);
                    default -> null;
                });
    }

    private TaskDelivery task(Outcome failure) {
        TaskDelivery delivery = unobserved(failure);
        delivery.observe(observer);
        return delivery;
    }

    private TaskDelivery unobserved(Outcome failure) {
        TaskDelivery delivery = new TaskDelivery(new Lease(message("t"), 1), 1, Clock.systemUTC(),
                metrics.consumed("default", "email:welcome"),
                settler(TaskDelivery.Settler.class, Map.of("t", failure)));
        delivery.begin();
        return delivery;
    }

    private GroupDelivery group(Map<String, Outcome> failures) {
        List<AggregationSet.Member> members = failures.keySet().stream().sorted()
                .map(id -> new AggregationSet.Member(message(id), Instant.EPOCH, 0, "s")).toList();
        GroupDelivery delivery = new GroupDelivery(
                new AggregationSet("default", "g", "asynq:{default}:g:g:set", members, List.of(), List.of(),
                        Instant.MAX),
                FailurePolicy.of(RetryDelay.fixed(Duration.ZERO)), metrics, 1, Clock.systemUTC(),
                settler(GroupDelivery.Settler.class, failures));
        delivery.begin();
        delivery.observe(observer);
        return delivery;
    }

    private static Outcome retry() {
        return new Outcome.Retry(Instant.EPOCH, "wrong", true);
    }

    @Test
    void a_failure_is_told_between_the_handler_and_the_outcome() {
        TaskDelivery delivery = task(retry());
        delivery.fail(new IllegalStateException("wrong"));
        delivery.confirm(retry());

        assertThat(told).containsExactly("handled", "wrong true", "confirmed RETRY");
    }

    @Test
    void an_outcome_that_cannot_be_written_is_lost() {
        TaskDelivery delivery = task(retry());
        delivery.succeed();
        delivery.confirm();
        task(retry()).abandon();

        assertThat(told).containsExactly("handled", "confirmed LOST", "handled", "confirmed LOST");
    }

    @Test
    void the_end_of_an_attempt_that_is_abandoned_before_it_is_observed_is_told() {
        TaskDelivery delivery = unobserved(retry());
        delivery.abandon();
        delivery.observe(observer);

        assertThat(told).containsExactly("confirmed LOST");
    }

    @Test
    void what_is_not_counted_is_told_as_such() {
        task(new Outcome.Revoke()).fail(new IllegalStateException("unwanted"));

        assertThat(told).containsExactly("handled", "unwanted false");
    }

    @Test
    void a_group_has_the_outcome_of_its_members_if_it_is_one() {
        group(Map.of("a", retry(), "b", retry())).fail(new IllegalStateException("wrong"));
        assertThat(told).containsExactly("handled", "wrong true");
        told.clear();

        GroupDelivery same = group(Map.of("a", retry(), "b", retry()));
        same.fail(new IllegalStateException("wrong"));
        same.confirm(false);
        GroupDelivery different = group(Map.of("a", retry(), "b", new Outcome.Archive("wrong")));
        different.fail(new IllegalStateException("wrong"));
        different.confirm(false);
        GroupDelivery done = group(Map.of("a", retry()));
        done.succeed();
        done.confirm(true);
        GroupDelivery unwritten = group(Map.of("a", retry()));
        unwritten.succeed();
        unwritten.confirm(false);
        group(Map.of("a", retry())).stagingLost();

        assertThat(told).filteredOn(text -> text.startsWith("confirmed")).containsExactly("confirmed RETRY",
                "confirmed null", "confirmed DONE", "confirmed LOST", "confirmed LOST");
    }

    @Test
    void a_member_that_fails_alone_is_told() {
        GroupDelivery delivery = group(Map.of("a", new Outcome.Archive("unusable"), "b", retry()));
        delivery.failAlone(Map.of(delivery.members().get(0), new IllegalStateException("unusable")));

        assertThat(told).containsExactly("unusable true");
    }

    @Test
    void a_member_that_fails_alone_has_its_outcome_even_if_nobody_can_be_told() {
        broken = true;
        GroupDelivery delivery = group(Map.of("a", new Outcome.Archive("unusable"), "b", retry()));

        for (TaskMessage member : delivery.members()) {
            delivery.failAlone(Map.of(member, new IllegalStateException("unusable")));
        }

        assertThat(settled).asString().contains("Archive", "Retry");
        assertThat(settled).hasSize(2);
        assertThat(delivery.isClaimed()).isTrue();
    }

    /** Otherwise the group would keep its lane for ever. */
    @Test
    void a_member_whose_outcome_cannot_be_chosen_is_requeued() {
        GroupDelivery alone = group(new HashMap<>(Collections.singletonMap("a", null)));
        alone.failAlone(Map.of(alone.members().get(0), new IllegalStateException("unusable")));
        GroupDelivery together = group(new HashMap<>(Collections.singletonMap("b", null)));
        together.fail(new IllegalStateException("wrong"));

        assertThat(settled).hasSize(2).allSatisfy(one -> assertThat(one).asString().contains("Requeue"));
    }
}
