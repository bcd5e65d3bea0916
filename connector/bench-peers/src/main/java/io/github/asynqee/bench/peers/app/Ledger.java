package io.github.asynqee.bench.peers.app;

import io.github.asynqee.bench.subject.Recorder;

/**
 * Records which tasks of the round were started. There is one ledger per process, because job systems create their
 * handlers themselves.
 */
public final class Ledger {

    private static volatile Recorder recorder = new Recorder(0);

    private Ledger() {}

    /** A handler was called with this payload. */
    public static void started(byte[] payload) {
        recorder.started(payload);
    }

    /** Begins a round with tasks that are numbered from 0. */
    static void expect(int tasks) {
        recorder = new Recorder(tasks);
    }

    static Recorder recorder() {
        return recorder;
    }
}
