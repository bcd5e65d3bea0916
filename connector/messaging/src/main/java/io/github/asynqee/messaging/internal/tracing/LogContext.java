package io.github.asynqee.messaging.internal.tracing;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import io.github.asynqee.internal.delivery.Delivery;
import io.github.asynqee.internal.delivery.TaskDelivery;
import io.github.asynqee.internal.protocol.AttemptRecord;
import io.github.asynqee.internal.protocol.TaskMessage;
import org.jspecify.annotations.Nullable;

/**
 * Adds the current task to the log lines of a handler's thread. Uses each known facility that the application can
 * load: SLF4J's MDC, which on WildFly is the MDC of the server's log, and Open Liberty's log record extensions.
 */
public final class LogContext {

    /** Adds nothing to log lines. */
    public static final LogContext NONE = new LogContext(List.of());

    static final String TASK = "asynq.task";
    static final String TYPE = "asynq.type";
    static final String QUEUE = "asynq.queue";
    static final String GROUP = "asynq.group";
    static final String ATTEMPT = "asynq.attempt";
    static final String TRACE = "asynq.trace";

    /** Maximum length of a value. */
    private static final int MAX_LENGTH = 256;
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\u2028\u2029]");
    private static final Logger LOG = System.getLogger(LogContext.class.getName());
    private static final List<Facility> KNOWN = List.of(new Facility("org.slf4j.MDC", "put", "remove", void.class),
            new Facility("com.ibm.websphere.logging.hpel.LogRecordContext", "addExtension", "removeExtension",
                    boolean.class));

    private final List<Setter> setters;

    /** A class name, with the names of its static methods that set and remove a value of the thread. */
    private record Facility(String type, String put, String remove, Class<?> removeReturns) {}

    /** Sets and removes a value of the thread. */
    private record Setter(MethodHandle put, MethodHandle remove) {}

    private LogContext(List<Setter> setters) {
        this.setters = setters;
    }

    /** @return a context for all facilities that the application can load; {@link #NONE} without a facility */
    public static LogContext find() {
        List<Setter> setters = new ArrayList<>();
        for (Facility facility : KNOWN) {
            try {
                Class<?> type = Class.forName(facility.type(), true, LogContext.class.getClassLoader());
                MethodHandles.Lookup lookup = MethodHandles.publicLookup();
                setters.add(new Setter(
                        lookup.findStatic(type, facility.put(),
                                MethodType.methodType(void.class, String.class, String.class)),
                        lookup.findStatic(type, facility.remove(),
                                MethodType.methodType(facility.removeReturns(), String.class))
                                .asType(MethodType.methodType(void.class, String.class))));
            } catch (ReflectiveOperationException | LinkageError e) {
                LOG.log(Level.DEBUG, () -> "log lines get no context by " + facility.type(), e);
            }
        }
        return setters.isEmpty() ? NONE : new LogContext(setters);
    }

    /**
     * Adds an attempt to the lines of this thread.
     *
     * @param delivery the attempt
     * @param traceId the trace of its span; {@code null} if it has none
     * @return the scope; closing it removes the values
     */
    HandlerScope open(Delivery delivery, @Nullable String traceId) {
        List<String> set = new ArrayList<>();
        put(set, QUEUE, delivery.queue());
        if (delivery instanceof TaskDelivery task) {
            TaskMessage message = task.message();
            put(set, TASK, message.id());
            put(set, TYPE, message.type());
            put(set, ATTEMPT, Integer.toString(message.retried() + 1));
            put(set, TRACE, traceId == null ? AttemptRecord.traceId(message) : traceId);
        } else {
            put(set, GROUP, delivery.group());
            put(set, TRACE, traceId);
        }
        return () -> set.forEach(this::remove);
    }

    private void put(List<String> set, String name, @Nullable String value) {
        if (value == null) {
            return;
        }
        set.add(name);
        String shown = shown(value);
        for (Setter setter : setters) {
            try {
                setter.put().invokeExact(name, shown);
            } catch (Throwable e) {
                LOG.log(Level.DEBUG, "a log context rejected a value", e);
            }
        }
    }

    /**
     * Shortens a value and escapes line breaks, because any program that can write to Redis controls types, IDs and
     * groups.
     */
    private static String shown(String value) {
        String start = value.length() <= MAX_LENGTH ? value : value.substring(0, MAX_LENGTH) + "…";
        return CONTROL.matcher(start).replaceAll(" ");
    }

    private void remove(String name) {
        for (Setter setter : setters) {
            try {
                setter.remove().invokeExact(name);
            } catch (Throwable e) {
                LOG.log(Level.DEBUG, "a log context rejected the removal of a value", e);
            }
        }
    }
}
