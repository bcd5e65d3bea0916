package io.github.asynqee.interop;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * The Go libraries that asynq uses, called through the program in the folder {@code go}, which the Maven profile
 * {@code interop} builds. It is started at first use, shared by all tests and ends when this JVM exits.
 */
final class GoLibraries {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String BINARY = "interop.golibs";

    private static GoLibraries running;

    private final BufferedWriter requests;
    private final BufferedReader replies;

    /**
     * Reply of the Go program.
     *
     * @param ok the result, undefined if there is an error
     * @param error the error, {@code null} if there is none
     */
    public record Answer(JsonNode ok, String error) {

        /** @return whether Go rejected the input */
        public boolean refused() {
            return error != null;
        }

        /**
         * Returns the result of a request that cannot fail.
         *
         * @return the result
         * @throws IllegalStateException if Go returned an error
         */
        public JsonNode value() {
            if (refused()) {
                throw new IllegalStateException("Go refused: " + error);
            }
            return ok;
        }
    }

    private GoLibraries(Process process) {
        requests = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        replies = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /**
     * Returns the shared program.
     *
     * @return the libraries
     */
    static synchronized GoLibraries running() {
        if (running == null) {
            running = start();
        }
        return running;
    }

    private static GoLibraries start() {
        String binary = System.getProperty(BINARY);
        if (binary == null) {
            throw new IllegalStateException("The system property " + BINARY
                    + " must name the program built from connector/interop/go. The Maven profile interop builds and names it.");
        }
        try {
            GoLibraries started = new GoLibraries(
                    new ProcessBuilder(binary).redirectError(ProcessBuilder.Redirect.INHERIT).start());
            System.Logger log = System.getLogger(GoLibraries.class.getName());
            log.log(System.Logger.Level.INFO, "Go program: {0}", started.ask("version", Map.of()).value());
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Sends a request.
     *
     * @param operation its name, see {@code go/main.go}
     * @param arguments name to value; bytes become base64
     * @return the reply
     */
    synchronized Answer ask(String operation, Map<String, ?> arguments) {
        Map<String, Object> request = new HashMap<>(arguments);
        request.put("op", operation);
        try {
            requests.write(JSON.writeValueAsString(request));
            requests.newLine();
            requests.flush();
            String line = replies.readLine();
            if (line == null) {
                throw new IllegalStateException("the Go program ended at request " + request);
            }
            JsonNode reply = JSON.readTree(line);
            return new Answer(reply.get("ok"), reply.hasNonNull("error") ? reply.get("error").asText() : null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
