package io.github.asynqee.bench.workload;

import java.util.Map;
import java.util.TreeMap;

import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.contender.Order;

/** Does what another one does, but says of itself what is not true. */
record LyingContender(Contender contender, String number, long lie) implements Contender {

    @Override
    public String name() {
        return contender.name();
    }

    @Override
    public String id() {
        return contender.id();
    }

    @Override
    public boolean can(Order order) {
        return contender.can(order);
    }

    @Override
    public Map<String, Long> ask(Order order) {
        Map<String, Long> answer = new TreeMap<>(contender.ask(order));
        answer.computeIfPresent(number, (name, value) -> lie);
        return answer;
    }

    @Override
    public long cpuNanos() {
        return contender.cpuNanos();
    }

    @Override
    public void close() {
        contender.close();
    }
}
