package io.github.asynqee.console.job;

/** Checks of jobs for tests. */
final class JobChecks {

    /** Allows every job. */
    static final JobCheck NONE = new JobCheck(false, null, (user, scope) -> true, "");

    private JobChecks() {}
}
