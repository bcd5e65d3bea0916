package io.github.asynqee.bench.process;

import java.util.Map;

import io.github.asynqee.bench.subject.Command;

/** A measured program in its own process. Executes the commands that {@link Command} lists. */
public interface Subject extends AutoCloseable {

    /** Its name in reports. */
    String name();

    /** Its name in queue names: lower case letters, digits and dashes. */
    String id();

    /** Whether it can execute a command; otherwise it takes no part in a setting. */
    boolean supports(Command command);

    /**
     * Executes a command.
     *
     * @return the numbers of the reply, by their names
     * @throws IllegalStateException if it fails, with the reason from the subject
     */
    Map<String, Long> send(Command command);

    /** The processor time used by all processes of the subject together, in nanoseconds. */
    long cpuNanos();

    /** Ends the process. */
    @Override
    void close();
}
