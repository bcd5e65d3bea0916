package io.github.asynqee.console.job;

/** The state of a job. */
public enum JobState {

    RUNNING, PAUSED, DONE, CANCELLED, FAILED;

    /** Whether the job has ended. */
    public boolean isEnd() {
        return this == DONE || this == CANCELLED || this == FAILED;
    }
}
