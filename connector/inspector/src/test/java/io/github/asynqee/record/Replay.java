package io.github.asynqee.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.TestRedis;

/**
 * Replays recorded operations step by step. Each step starts from the recorded key space; the key space and the result
 * must equal the record, except for declared {@link Difference differences}. Each change of a task's state must be one of the
 * {@link Transitions}.
 */
final class Replay implements AutoCloseable {

    /** Error reply to a command for another type of key. */
    static final String WRONG_TYPE = "WRONGTYPE";

    /** After a step of this duration a key with a short lifetime may have expired: the step is repeated. */
    private static final Duration STALLED = Duration.ofMillis(500);
    private static final Map<String, Operation> OPERATIONS = new HashMap<>();

    static {
        List.of(Producing.ALL, Leasing.ALL, Settling.ALL, Maintaining.ALL, Recovering.ALL, Grouping.ALL,
                Registering.ALL, Foreign.ALL, Inspecting.ALL, Changing.ALL, ChangingAll.ALL, Administering.ALL)
                .forEach(OPERATIONS::putAll);
    }

    private final RedisSpace redis;
    private final Peer peer;
    private final Tally tally;
    private final Transitions transitions = Transitions.read();

    Replay(TestRedis redis, Tally tally) {
        redis.clear();
        this.redis = new RedisSpace(redis);
        this.peer = new Peer(redis);
        this.tally = tally;
    }

    /** Replays a sequence, starting from an empty Redis. */
    void sequence(JsonNode sequence) {
        Space before = new Space();
        redis.load(before);
        peer.restart();
        int number = 0;
        for (JsonNode recorded : sequence.get("steps")) {
            Step step = Step.of(recorded, before);
            replay("sequence %d, step %d".formatted(sequence.get("seq").asInt(), number++), step);
            before = step.after();
        }
        assertThat(before.differing(RecordedSpace.of(sequence.get("end")))).as("what all steps add up to").isEmpty();
    }

    /** Replays a vector. */
    void vector(JsonNode vector) {
        Step step = Step.of(vector);
        redis.load(step.before());
        peer.restart();
        replay(vector.get("name").asText(), step);
    }

    private void replay(String name, Step step) {
        Operation operation = OPERATIONS.get(step.op());
        if (operation == null) {
            tally.skipped(step);
            if (step.op().equals("RemoveQueue") && step.error().isEmpty()) {
                peer.forget(step.text("queue"));
            }
            redis.write(step.before().differing(step.after()), step.after());
            return;
        }
        Expected expected = new Expected(step);
        operation.expect(expected);
        long start = System.nanoTime();
        List<String> wrong = attempt(operation, step, expected);
        if (!wrong.isEmpty() && System.nanoTime() - start > STALLED.toNanos()) {
            redis.load(step.before());
            wrong = attempt(operation, step, expected);
        }
        tally.replayed(name, step, expected, wrong);
    }

    /** Replays a step and compares; afterwards the key space is the recorded one. */
    private List<String> attempt(Operation operation, Step step, Expected expected) {
        peer.setClock(step.clock());
        String answer;
        try {
            answer = operation.perform(step, peer);
        } catch (BrokerException e) {
            answer = e.getMessage().contains(WRONG_TYPE) ? WRONG_TYPE : e.toString();
        }
        Space actual = redis.read();
        List<String> wrong = new ArrayList<>();
        if (!answer.equals(expected.answer())) {
            wrong.add("answer%n    expected %s%n    but was  %s".formatted(expected.answer(), answer));
        }
        Map<String, String> differing = Canonical.differences(expected.after(), actual);
        wrong.addAll(differing.values());
        transitions.violations(step.op(), step.before(), actual).forEach(violation -> wrong.add(violation.toString()));
        Set<String> toCorrect = new HashSet<>(differing.keySet());
        toCorrect.addAll(expected.after().differing(step.after()));
        redis.write(toCorrect, step.after());
        return wrong;
    }

    @Override
    public void close() {
        peer.close();
    }
}
