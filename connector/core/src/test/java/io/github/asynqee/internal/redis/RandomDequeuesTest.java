package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

import io.github.asynqee.VersionRange;
import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.internal.broker.Demand;
import io.github.asynqee.internal.broker.Demand.Kind;
import io.github.asynqee.internal.broker.Demand.Reach;
import io.github.asynqee.internal.broker.Demand.Route;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.MatchingTasks;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.NewTask.Placement;
import io.github.asynqee.internal.protocol.TaskMessage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random pushes, dequeues by peers and dequeues of some types, compared with a model of the queue. */
@Tag("thorough")
class RandomDequeuesTest extends BrokerTest {

    private static final int HEAD = 16;
    private static final boolean THOROUGH = Boolean.getBoolean("asynq.test.thorough");
    private static final int SEEDS = 100;
    /** Without the profile {@code thorough}, this many consecutive seeds are tried. */
    private static final int SAMPLED = 10;

    /** Which tasks there are: by type or, with versions, by the version of the type {@code v}; the last are foreign. */
    private enum Kinds {
        TYPES {
            @Override
            TaskMessage task(int kind, String id) {
                return TaskMessage.builder(name(kind), id, "default").build();
            }

            @Override
            Route route(int kind, int max, String mark) {
                return new Route(Kind.TYPE, name(kind), max, mark);
            }
        },
        VERSIONS {
            @Override
            TaskMessage task(int kind, String id) {
                return TaskMessage.builder("v", id, "default").headers(Map.of("tenant", id, "payload-version",
                        String.valueOf(kind + 1))).build();
            }

            @Override
            Route route(int kind, int max, String mark) {
                return new Route(Kind.TYPE, "v", max, mark, new VersionRange(kind + 1, kind + 1), null);
            }
        };

        abstract TaskMessage task(int kind, String id);

        abstract Route route(int kind, int max, String mark);

        static String name(int kind) {
            return String.valueOf((char) ('a' + kind));
        }
    }

    private static List<String> ids(MatchingTasks found) {
        return found.tasks().leases().stream().map(Lease::id).toList();
    }

    @ParameterizedTest
    @EnumSource
    @SomeDays(oneIn = 3)
    void whatever_is_pushed_taken_and_asked_for_each_route_gets_its_oldest_tasks(Kinds kinds) {
        int first = THOROUGH ? 0 : ThreadLocalRandom.current().nextInt(SEEDS - SAMPLED);
        for (int seed = first; seed < (THOROUGH ? SEEDS : first + SAMPLED); seed++) {
            redis.clear();
            try {
                new RandomQueue(kinds, new Random(seed)).run();
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    private final class RandomQueue {

        private static final int TYPES = 5;
        private final Kinds kinds;
        private final Random random;
        /** Type and number of each task, the oldest first. */
        private final List<String> expected = new ArrayList<>();
        private List<String> marks = new ArrayList<>(Collections.nCopies(TYPES - 1, null));
        private String anchor;
        private int next;

        RandomQueue(Kinds kinds, Random random) {
            this.kinds = kinds;
            this.random = random;
        }

        void run() {
            for (int i = 0; i < 60; i++) {
                switch (random.nextInt(5)) {
                    case 0, 1 -> pushSome();
                    case 2 -> peerTakesSome();
                    default -> takeSome();
                }
            }
        }

        private void pushSome() {
            for (int i = random.nextInt(40); i > 0; i--) {
                int kind = random.nextInt(TYPES);
                String id = Kinds.name(kind) + next++;
                store(new NewTask(kinds.task(kind, id), new Placement.Pending(), null));
                expected.add(id);
            }
        }

        private void peerTakesSome() {
            for (int i = random.nextInt(5); i > 0 && !expected.isEmpty(); i--) {
                assertThat(redis.at(DEFAULT.pending()).rpop(DEFAULT.pending())).isEqualTo(expected.remove(0));
            }
        }

        /** The last type is foreign. */
        private void takeSome() {
            List<Route> routes = new ArrayList<>();
            List<String> due = new ArrayList<>();
            for (int i = 0; i < TYPES - 1; i++) {
                String type = Kinds.name(i);
                int max = random.nextInt(3) == 0 ? 0 : random.nextInt(12);
                routes.add(kinds.route(i, max, marks.get(i)));
                due.addAll(expected.stream().filter(id -> id.startsWith(type)).limit(max).toList());
            }
            MatchingTasks found = broker.workerCommands().dequeue("default", new Demand(routes, anchor, Reach.far(HEAD),
                    null));

            List<String> inOrder = expected.stream().filter(due::contains).toList();
            assertThat(ids(found)).containsExactlyElementsOf(inOrder);
            expected.removeAll(inOrder);
            for (int i = 0; i < TYPES - 1; i++) {
                String type = Kinds.name(i);
                long got = inOrder.stream().filter(id -> id.startsWith(type)).count();
                assertThat(found.routes().get(i).exhausted()).isEqualTo(got < routes.get(i).max());
            }
            List<String> left = list(DEFAULT.pending());
            Collections.reverse(left);
            assertThat(left).containsExactlyElementsOf(expected);
            anchor = found.anchor();
            marks = new ArrayList<>();
            found.routes().forEach(route -> marks.add(route.mark()));
        }
    }
}
