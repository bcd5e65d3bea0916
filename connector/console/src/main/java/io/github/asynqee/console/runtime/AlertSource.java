package io.github.asynqee.console.runtime;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.console.alert.Sample;
import io.github.asynqee.console.live.Monitor;
import io.github.asynqee.console.periodic.EntryWatch;
import io.github.asynqee.console.view.QueueRow;
import io.github.asynqee.inspect.Finding;

/** What alerts are made of: the state that viewers share, and what the periodic entries did. */
final class AlertSource {

    private final Monitor monitor;
    private final EntryWatch entries;

    AlertSource(Monitor monitor, EntryWatch entries) {
        this.monitor = monitor;
        this.entries = entries;
    }

    Sample sample(Instant now) {
        List<QueueRow> queues = monitor.queues();
        List<Finding> findings = new ArrayList<>(monitor.findings());
        findings.addAll(entries.observe(now));
        return new Sample(now, queues, findings);
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
