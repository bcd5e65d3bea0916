package io.github.asynqee.internal.fault;

import java.nio.file.Path;
import java.time.Duration;
import java.util.function.UnaryOperator;

import io.github.asynqee.internal.fault.FaultLab.Topology;

/** One row of the table of faults: what happens to Redis, and how much of that an application may notice. */
final class FaultRow {

    /** The longest close, in milliseconds: a second for running tasks, and two for all else. */
    static final long CLOSE = 3_000;

    /** When the fault begins. */
    enum Moment {
        START, RUNNING, CLOSING
    }

    /** The result of the readiness check; {@code WARNING} means that Redis rejects writes. */
    enum Ready {
        UP, DOWN, WARNING
    }

    /** Starts a Redis. */
    interface Labs {
        FaultLab start(Path directory) throws Exception;
    }

    /** Begins or ends a fault. */
    interface Step {
        void run(FaultLab lab) throws Exception;
    }

    final String fault;
    final Topology topology;
    final Moment moment;
    Labs labs;
    Step before = lab -> {};
    Step begin = lab -> {};
    Step end = lab -> {};
    UnaryOperator<String> url = same -> same;
    Duration hold = Duration.ofSeconds(5);
    /** Each bound includes the delays of a busy machine. */
    long longest = 4_500;
    long normal = 6_000;
    int lines = 10;
    Ready ready = Ready.DOWN;
    String says = "";
    boolean thorough;
    /** Whether it never ends. */
    boolean forGood;
    /** Whether the application is a separate process, which may open no files during the fault. */
    boolean withoutFiles;

    FaultRow(String fault, Topology topology, Moment moment) {
        this.fault = fault;
        this.topology = topology;
        this.moment = moment;
        this.labs = directory -> FaultLab.start(topology, directory);
    }

    FaultRow on(Labs other) {
        labs = other;
        return this;
    }

    /** A change to Redis before the application starts. */
    FaultRow prepared(Step step) {
        before = step;
        return this;
    }

    FaultRow fault(Step begins, Step ends) {
        begin = begins;
        end = ends;
        return this;
    }

    /** A mistake in the URL, which the application keeps. */
    FaultRow wrong(UnaryOperator<String> change, String message) {
        url = change;
        forGood = true;
        return says(message);
    }

    FaultRow withoutFiles() {
        withoutFiles = true;
        return this;
    }

    FaultRow hold(int seconds) {
        hold = Duration.ofSeconds(seconds);
        return this;
    }

    /** Bounds, in milliseconds: of the longest call, and of the time from the end of the fault until all is well. */
    FaultRow within(long longestCall, long untilNormal) {
        longest = longestCall;
        normal = untilNormal;
        return this;
    }

    FaultRow lines(int most) {
        lines = most;
        return this;
    }

    /** The result of the readiness check from 2.5 s after the fault began; {@code null} if it varies. */
    FaultRow ready(Ready expected) {
        ready = expected;
        return this;
    }

    /** A part of the error of a call. */
    FaultRow says(String text) {
        says = text;
        return this;
    }

    /** Only the profile runs it. */
    FaultRow thorough(boolean only) {
        thorough |= only;
        return this;
    }

    @Override
    public String toString() {
        return fault + ", " + topology + ", " + moment;
    }
}
