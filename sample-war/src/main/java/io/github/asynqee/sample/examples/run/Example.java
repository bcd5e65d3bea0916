package io.github.asynqee.sample.examples.run;

import java.util.concurrent.CompletionStage;

/** An example that does more than wait for tasks: {@code POST /api/examples/{name}} runs it. */
public interface Example {

    /**
     * Runs the example.
     *
     * @return its result, for the response
     */
    CompletionStage<?> run() throws Exception;
}
