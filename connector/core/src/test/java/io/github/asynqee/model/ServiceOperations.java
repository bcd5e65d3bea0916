package io.github.asynqee.model;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.broker.DequeuedTasks.Unusable;
import io.github.asynqee.broker.Lease;
import io.github.asynqee.broker.Maintenance.ExpiredLeases;
import io.github.asynqee.broker.Maintenance.Forwarded;
import io.github.asynqee.broker.Maintenance.LeaseRepairs;
import io.github.asynqee.broker.Outcome;
import io.github.asynqee.broker.Settlement;

/** What every server does from time to time. */
final class ServiceOperations {

    private static final int CUTOFF_SECONDS = 30;

    private ServiceOperations() {}

    record Forward(String queue) implements Operation {
        @Override
        public void run(Run run) {
            Forwarded moved;
            do {
                moved = run.broker().maintenance().forward(List.of(queue), 1).get(0).get();
                run.expect(run.maintenance().forward(queue), moved);
            } while (moved.due() > 0);
        }
    }

    record Recover(String queue, boolean archives) implements Operation {
        @Override
        public void run(Run run) {
            Instant cutoff = run.now().minusSeconds(CUTOFF_SECONDS);
            ExpiredLeases found = run.broker().maintenance().expiredLeases(queue, cutoff);

            Names names = Names.of(queue);
            List<String> usable = new ArrayList<>();
            List<String> unusable = new ArrayList<>();
            List<String> vanished = new ArrayList<>();
            List<Held> leases = new ArrayList<>();
            for (String id : run.maintenance().expired(queue, cutoff.getEpochSecond())) {
                String message = run.model().space.hget(names.task(id), "msg");
                if (message == null) {
                    vanished.add(Raw.text(id));
                    continue;
                }
                Found task = Found.of(queue, id, message);
                (task.usable() ? usable : unusable).add(Raw.text(id));
                all(found).stream().filter(lease -> lease.id().equals(Raw.text(id))).forEach(lease -> leases
                        .add(new Held(lease, task, run.model().space.zscore(names.lease(), id).longValue())));
            }
            run.expect(usable, found.leases().stream().map(Lease::id).toList());
            run.expect(unusable, found.unusable().stream().map(Unusable::lease).map(Lease::id).toList());
            run.expect(vanished, found.vanished());
            Outcome outcome = archives ? new Outcome.Archive("asynq: task lease expired")
                    : new Outcome.Retry(run.now().plusSeconds(15), "asynq: task lease expired", true).asRecovery();
            WorkerOperations.settle(run, leases, leases.stream().map(l -> new Settlement(l.lease(), outcome)).toList());
        }

        private static List<Lease> all(ExpiredLeases found) {
            List<Lease> leases = new ArrayList<>(found.leases());
            found.unusable().forEach(unusable -> leases.add(unusable.lease()));
            return leases;
        }
    }

    record Repair(String queue) implements Operation {
        @Override
        public void run(Run run) {
            Instant cutoff = run.now().minusSeconds(CUTOFF_SECONDS);
            LeaseRepairs repairs = run.broker().maintenance().repairLeases(queue, cutoff);
            run.expect(run.maintenance().repair(queue, cutoff.getEpochSecond()), repairs);
        }
    }

    record DeleteExpiredCompleted(String queue) implements Operation {
        @Override
        public void run(Run run) {
            int deleted = run.broker().maintenance().deleteExpiredCompleted(queue);
            run.expect(run.maintenance().deleteExpiredCompleted(queue), deleted);
        }
    }
}
