package io.github.asynqee.console.problem;

/** Ends a request with a {@link Problem}. */
public class ProblemException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    public ProblemException(Problem problem) {
        super(problem.detail());
        this.problem = problem;
    }

    public ProblemException(int status, String code, String title, String detail) {
        this(Problem.of(status, code, title, detail));
    }

    public static ProblemException badRequest(String detail) {
        return new ProblemException(400, "bad-request", "The request is not valid", detail);
    }

    public static ProblemException notFound(String detail) {
        return new ProblemException(404, "not-found", "Not found", detail);
    }

    public static ProblemException conflict(String detail) {
        return new ProblemException(409, "conflict", "The current state does not allow this", detail);
    }

    /** The problem that the user has too many open objects or running requests. */
    public static ProblemException tooMany(String detail) {
        return new ProblemException(429, "too-many", "Too many at a time", detail);
    }

    public Problem problem() {
        return problem;
    }
}
