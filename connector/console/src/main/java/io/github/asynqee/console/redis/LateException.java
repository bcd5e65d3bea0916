package io.github.asynqee.console.redis;

import java.util.concurrent.CompletionStage;

import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.problem.Problems;

/** A call has exceeded the time that its caller waits. The call continues, so its change may or may not be made. */
public final class LateException extends ProblemException {

    private static final long serialVersionUID = 1L;

    private final transient CompletionStage<?> end;

    LateException(String detail, CompletionStage<?> end) {
        super(Problems.unavailable(detail));
        this.end = end;
    }

    /** The end of the call. */
    public CompletionStage<?> end() {
        return end;
    }
}
