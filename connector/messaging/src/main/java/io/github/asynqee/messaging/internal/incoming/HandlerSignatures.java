package io.github.asynqee.messaging.internal.incoming;

import static java.util.stream.Collectors.joining;
import static org.eclipse.microprofile.reactive.messaging.Acknowledgment.Strategy.MANUAL;
import static org.eclipse.microprofile.reactive.messaging.Acknowledgment.Strategy.NONE;
import static org.eclipse.microprofile.reactive.messaging.Acknowledgment.Strategy.POST_PROCESSING;
import static org.eclipse.microprofile.reactive.messaging.Acknowledgment.Strategy.PRE_PROCESSING;

import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

import io.github.asynqee.Checkpoint;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment.Strategy;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Outgoing;
import org.jspecify.annotations.Nullable;

/**
 * The handler signatures of MicroProfile Reactive Messaging that keep a task until its handler has ended. All other
 * signatures fail the deployment, including unknown signatures.
 */
public final class HandlerSignatures {

    /**
     * A signature.
     *
     * @param byDefault the specified strategy for a method without {@code @Acknowledgment}
     * @param allowed strategies that lose no tasks, and PRE_PROCESSING if declared explicitly
     */
    private record Row(Strategy byDefault, Set<Strategy> allowed) {

        private static final Row PAYLOAD = new Row(POST_PROCESSING, Set.of(POST_PROCESSING, PRE_PROCESSING, NONE));
        private static final Row MESSAGE = new Row(MANUAL, Set.of(MANUAL, PRE_PROCESSING, NONE));
        private static final Row MESSAGE_CONSUMER = new Row(MANUAL, Set.of(Strategy.values()));
        /** The runtime acknowledges a task when the subscriber has received the payload. */
        private static final Row SUBSCRIBER = new Row(POST_PROCESSING, Set.of(PRE_PROCESSING));
        private static final Row STREAM = new Row(PRE_PROCESSING, Set.of(PRE_PROCESSING));
        private static final Row STREAM_FOR_EACH = new Row(PRE_PROCESSING, Set.of(PRE_PROCESSING, NONE));

        boolean allows(@Nullable Strategy declared) {
            return declared == null ? byDefault != PRE_PROCESSING && allowed.contains(byDefault)
                    : allowed.contains(declared);
        }
    }

    /** Rules by annotations, result and parameters; {@code T} is a payload. Streams may also be builders. */
    private static final Map<String, Row> TABLE = table(Map.ofEntries(
            Map.entry("in void(T)", Row.PAYLOAD),
            Map.entry("in CompletionStage<void>(T)", Row.PAYLOAD),
            Map.entry("in CompletionStage<void>(Message)", Row.MESSAGE_CONSUMER),
            Map.entry("in Subscriber<T>()", Row.SUBSCRIBER),
            Map.entry("in Subscriber<Message>()", Row.MESSAGE),
            Map.entry("in out T(T)", Row.PAYLOAD),
            Map.entry("in out CompletionStage<T>(T)", Row.PAYLOAD),
            Map.entry("in out Message(Message)", Row.MESSAGE),
            Map.entry("in out CompletionStage<Message>(Message)", Row.MESSAGE),
            Map.entry("in out Publisher<T>(T)", Row.STREAM_FOR_EACH),
            Map.entry("in out Publisher<Message>(Message)", Row.MESSAGE),
            Map.entry("in out Publisher<T>(Publisher<T>)", Row.STREAM),
            Map.entry("in out Publisher<Message>(Publisher<Message>)", Row.MESSAGE),
            Map.entry("in out Processor<T, T>()", Row.STREAM),
            Map.entry("in out Processor<Message, Message>()", Row.MESSAGE)));

    private static final String MUTINY = "io.smallrye.mutiny.";
    private static final String WRITE = ". Write a method that takes the payload and returns void or a "
            + "CompletionStage<Void>, or with @Outgoing the payload of the outgoing task";
    private static final String SEND = ". Send tasks with an Emitter or the AsynqClient, or periodically with a method with "
            + "@Periodic";

    private HandlerSignatures() {}

    private static Map<String, Row> table(Map<String, Row> rows) {
        Map<String, Row> table = new HashMap<>(rows);
        rows.forEach((signature, row) -> table.put(built(signature), row));
        return table;
    }

    private static String built(String signature) {
        return signature.replaceAll("(Publisher|Subscriber|Processor)", "$1Builder");
    }

    /**
     * Returns why a method cannot be deployed.
     *
     * @param bean the class of the bean, which may inherit the method
     * @param method a method with {@code @Incoming} or {@code @Outgoing} whose channel is one of asynq
     * @return what would happen to its tasks, and what to write instead; empty if the method is allowed
     */
    public static Optional<String> problem(Class<?> bean, Method method) {
        Acknowledgment acknowledgment = method.getAnnotation(Acknowledgment.class);
        return problem(bean, method, acknowledgment == null ? null : acknowledgment.value());
    }

    static Optional<String> problem(Class<?> bean, Method method, @Nullable Strategy declared) {
        String reason = reason(bean, method, declared);
        return reason == null ? Optional.empty()
                : Optional.of(bean.getSimpleName() + ": " + name(method.getGenericReturnType()) + " " + method.getName()
                        + Stream.of(method.getGenericParameterTypes()).map(HandlerSignatures::name)
                                .collect(joining(", ", "(", ")"))
                        + (declared == null ? "" : " with @Acknowledgment(" + declared + ")") + " is refused: "
                        + reason);
    }

    private static @Nullable String reason(Class<?> bean, Method method, @Nullable Strategy declared) {
        if (!method.isAnnotationPresent(Incoming.class)) {
            return "asynq would request its elements endlessly during the deployment, and store each as a task"
                    + SEND;
        }
        List<Type> all = Stream.concat(Stream.of(method.getGenericReturnType()),
                Arrays.stream(method.getGenericParameterTypes())
                        .filter(type -> PayloadTypes.rawClass(type) != Checkpoint.class))
                .map(type -> TypeVariables.resolve(type, bean)).toList();
        if (all.stream().anyMatch(HandlerSignatures::isMutiny)) {
            return "Uni and Multi are types of Mutiny, which some servers hide from applications" + WRITE;
        }
        Row row = TABLE.get((method.isAnnotationPresent(Outgoing.class) ? "in out " : "in ") + form(all.get(0))
                + all.subList(1, all.size()).stream().map(HandlerSignatures::form).collect(joining(", ", "(", ")")));
        if (row == null) {
            return "MicroProfile Reactive Messaging does not have this signature, or asynq would lose tasks with it"
                    + WRITE;
        }
        if (row.allows(declared)) {
            return null;
        }
        if (declared == null || declared == row.byDefault()) {
            return "the runtime acknowledges a task before it has been handled, so that an exception or a crash loses it"
                    + WRITE + ". If tasks may be lost, add @Acknowledgment(PRE_PROCESSING)";
        }
        return "nothing acknowledges its tasks, so that each runs again and again"
                + (row.byDefault() == MANUAL ? ". Remove @Acknowledgment, and call ack() of the Message"
                        : WRITE + ", without @Acknowledgment");
    }

    /**
     * Returns why a stream cannot be injected.
     *
     * @param bean the class of the bean
     * @param declared the type of an injection point whose channel is an incoming one of asynq
     * @return what would happen to its tasks, and what to inject instead; empty if the injection is allowed
     */
    public static Optional<String> injectionProblem(Class<?> bean, Type declared) {
        String messages = "Publisher<Message>";
        return Set.of("T", messages, built(messages)).contains(form(declared)) ? Optional.empty()
                : Optional.of(bean.getSimpleName() + ": an injected " + name(declared) + " is refused: the runtime "
                        + "acknowledges a task before the application has it, so that an exception or a crash loses it. "
                        + "Inject a Publisher<Message<T>> and call ack() of each Message, or write a method with @Incoming");
    }

    private static String form(Type type) {
        Class<?> raw = PayloadTypes.rawClass(type);
        if (raw == void.class || raw == Void.class) {
            return "void";
        }
        if (raw != null && Message.class.isAssignableFrom(raw)) {
            return "Message";
        }
        if (raw != null && CompletionStage.class.isAssignableFrom(raw)) {
            return "CompletionStage" + elements(type, 1);
        }
        if (raw != null && PayloadTypes.STREAMS.stream().anyMatch(stream -> stream.isAssignableFrom(raw))) {
            return name(raw) + elements(type, name(raw).contains("Processor") ? 2 : 1);
        }
        return "T";
    }

    private static String elements(Type type, int count) {
        return type instanceof ParameterizedType generic
                ? Arrays.stream(generic.getActualTypeArguments()).limit(count).map(PayloadTypes::bounded)
                        .map(HandlerSignatures::form).collect(joining(", ", "<", ">"))
                : "<>";
    }

    private static boolean isMutiny(Type type) {
        Class<?> raw = PayloadTypes.rawClass(type);
        return raw != null && raw.getName().startsWith(MUTINY);
    }

    /** Returns the name of a type without packages. */
    private static String name(Type type) {
        return type.getTypeName().replaceAll("([a-z_][\\w]*\\.)+", "").replace('$', '.');
    }
}
