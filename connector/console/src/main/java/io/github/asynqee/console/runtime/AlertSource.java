package io.github.asynqee.console.runtime;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.console.alert.Sample;
import io.github.asynqee.console.live.ExaminationTimes;
import io.github.asynqee.console.live.Monitor;
import io.github.asynqee.console.periodic.EntryWatch;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.internal.outage.FailureLog;
import io.github.asynqee.redis.BrokerException;

/** The inputs of alerts: the state that viewers share, and the runs of periodic entries. */
final class AlertSource {

    private static final Logger LOG = System.getLogger(AlertSource.class.getName());
    private static final String MANY = "*";
    /** The code of a finding that concerns a queue, but is found by the examination of Redis as a whole. */
    private static final String OF_REDIS = "duplicate-entries";

    private final Monitor monitor;
    private final EntryWatch entries;

    AlertSource(Monitor monitor, EntryWatch entries) {
        this.monitor = monitor;
        this.entries = entries;
    }

    Sample sample(Instant now) {
        Monitor.State state = monitor.state();
        List<Finding> findings = new ArrayList<>(state.findings());
        boolean observed = observe(now, findings);
        return new Sample(now, state.queues(), findings,
                (code, queue, since) -> covers(state.examined(), observed, code, queue, since));
    }

    /**
     * Adds the findings of periodic entries. In a cluster, the entries may be on a node that is down; then other alerts
     * continue.
     */
    private boolean observe(Instant now, List<Finding> findings) {
        try {
            findings.addAll(entries.observe(now));
            return true;
        } catch (BrokerException e) {
            if (!FailureLog.isOutage(e)) {
                throw e;
            }
            LOG.log(Level.DEBUG, "The periodic entries cannot be read.", e);
            return false;
        }
    }

    private static boolean covers(ExaminationTimes examined, boolean observed, String code, String queue,
            Instant since) {
        if (EntryWatch.CODES.contains(code)) {
            return observed;
        }
        if (queue.isEmpty() || code.equals(OF_REDIS)) {
            return !examined.redis().isBefore(since);
        }
        return examined.isQueueKnown(queue, since) && (!queue.contains(MANY) || !examined.all().isBefore(since));
    }

    /** The name of this machine. */
    static String node() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }
}
