package io.github.asynqee.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

import io.github.asynqee.broker.DequeuedTasks;
import io.github.asynqee.broker.Lease;
import io.github.asynqee.broker.Outcome;
import io.github.asynqee.broker.SettleResult;
import io.github.asynqee.broker.Settlement;
import io.github.asynqee.model.ExpectedWorking.Taken;

/** What workers do. */
final class WorkerOperations {

    private WorkerOperations() {}

    record Dequeue(String queue, int max) implements Operation {
        @Override
        public void run(Run run) {
            DequeuedTasks found = run.broker().working().dequeue(queue, max);
            List<Taken> expected = run.working().dequeue(queue, max);

            long expiry = run.model().working.leaseExpiry();
            run.expect(ids(expected.stream().filter(t -> t.found() != null && t.found().usable()).toList()),
                    found.leases().stream().map(Lease::id).toList());
            run.expect(ids(expected.stream().filter(t -> t.found() != null && !t.found().usable()).toList()),
                    found.unusable().stream().map(unusable -> unusable.lease().id()).toList());
            run.expect(ids(expected.stream().filter(t -> t.found() == null).toList()), found.vanished());
            run.expect(run.model().space.exists(Names.of(queue).paused()), found.paused());
            for (Lease lease : leases(found)) {
                Taken taken = expected.stream().filter(t -> Raw.text(t.id()).equals(lease.id())).findAny()
                        .orElseThrow();
                run.expect(expiry, lease.expiresAt().getEpochSecond());
                run.expect(HexFormat.of().formatHex(taken.found().message().toByteArray()),
                        HexFormat.of().formatHex(lease.message().toBytes()));
                run.hold(new Held(lease, taken.found(), expiry));
            }
        }

        private static List<String> ids(List<Taken> taken) {
            return taken.stream().map(t -> Raw.text(t.id())).toList();
        }

        private static List<Lease> leases(DequeuedTasks found) {
            List<Lease> leases = new ArrayList<>(found.leases());
            found.unusable().forEach(unusable -> leases.add(unusable.lease()));
            return leases;
        }
    }

    enum End {
        DONE, REVOKE, RETRY, RETRY_AT_NO_COST, ARCHIVE, REQUEUE
    }

    /**
     * How one lease is to end.
     *
     * @param forgets whether the worker forgets the lease, or tries again later
     */
    record Choice(int lease, End end, long delaySeconds, String error, boolean forgets) {

        Outcome outcome(Run run) {
            return switch (end) {
                case DONE -> new Outcome.Done();
                case REVOKE -> new Outcome.Revoke();
                case RETRY -> new Outcome.Retry(run.now().plusSeconds(delaySeconds), error, true);
                case RETRY_AT_NO_COST -> new Outcome.Retry(run.now().plusSeconds(delaySeconds), error, false);
                case ARCHIVE -> new Outcome.Archive(error);
                case REQUEUE -> new Outcome.Requeue();
            };
        }
    }

    /** Each task at most once: no worker ends a task twice in one call. */
    record Settle(List<Choice> choices) implements Operation {
        @Override
        public void run(Run run) {
            List<Held> leases = new ArrayList<>();
            List<Settlement> settlements = new ArrayList<>();
            for (Choice choice : choices) {
                Held held = run.held(choice.lease());
                if (held != null && leases.stream().noneMatch(held::isOfSameTaskAs)) {
                    leases.add(held);
                    settlements.add(new Settlement(held.lease(), choice.outcome(run)));
                    if (choice.forgets()) {
                        run.release(held);
                    }
                }
            }
            settle(run, leases, settlements);
        }
    }

    /** A task that is to be kept succeeds while its ID stands among the completed already. */
    record CompleteAgain(int lease) implements Operation {
        @Override
        public void run(Run run) {
            Held held = run.held(lease);
            if (held != null && held.message().getRetention() > 0 && run.working().isActive(held)
                    && run.working().owns(held)) {
                run.disturb(model -> model.space.zadd(held.names().completed(), model.clock.seconds(), held.id()));
                settle(run, List.of(held), List.of(new Settlement(held.lease(), new Outcome.Done())));
            }
        }
    }

    static void settle(Run run, List<Held> leases, List<Settlement> settlements) {
        List<SettleResult> results = run.broker().working().settle(settlements);
        List<SettleResult> expected = new ArrayList<>();
        for (int i = 0; i < leases.size(); i++) {
            boolean settled = run.working().settle(leases.get(i), settlements.get(i).outcome());
            expected.add(settled ? new SettleResult.Settled() : new SettleResult.Lost());
        }
        run.expect(expected, results);
    }

    /** A worker that is told that it has lost a task may still try what it likes: nothing happens. */
    record Extend(List<Integer> choices) implements Operation {
        @Override
        public void run(Run run) {
            List<Held> leases = choices.stream().map(run::held).filter(Objects::nonNull).distinct().toList();
            Collection<Lease> lost = run.broker().working().extend(leases.stream().map(Held::lease).toList());
            List<Held> expected = leases.stream().filter(held -> !run.working().extend(held)).toList();
            run.expect(expected.stream().map(Held::lease).toList(), List.copyOf(lost));
        }
    }

    record WriteResult(int lease, String result) implements Operation {
        @Override
        public void run(Run run) {
            Held held = run.held(lease);
            if (held != null) {
                byte[] bytes = HexFormat.of().parseHex(result);
                boolean written = run.broker().working().writeResult(held.lease(), bytes);
                run.expect(run.working().writeResult(held, bytes), written);
            }
        }
    }
}
