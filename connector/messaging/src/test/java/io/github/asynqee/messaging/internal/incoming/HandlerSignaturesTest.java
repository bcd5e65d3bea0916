package io.github.asynqee.messaging.internal.incoming;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.stream.Stream;

import io.github.asynqee.Checkpoint;
import io.github.asynqee.messaging.AsynqMessage;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment.Strategy;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Outgoing;
import org.eclipse.microprofile.reactive.streams.operators.ProcessorBuilder;
import org.eclipse.microprofile.reactive.streams.operators.PublisherBuilder;
import org.eclipse.microprofile.reactive.streams.operators.SubscriberBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Processor;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/** The specified signatures that can be deployed, without and with each {@code @Acknowledgment}. */
class HandlerSignaturesTest {

    /**
     * The tables "Supported method signatures" of MicroProfile Reactive Messaging 3.0, in their order, and how asynq
     * decides: {@code kept} is deployed without {@code @Acknowledgment}, {@code refused} is not; then the strategies
     * with which it is deployed.
     */
    private static final String SPECIFICATION = """
            out    Publisher<Message<O>> method()                                   refused
            out    Publisher<O> method()                                            refused
            out    PublisherBuilder<Message<O>> method()                            refused
            out    PublisherBuilder<O> method()                                     refused
            out    Message<O> method()                                              refused
            out    O method()                                                       refused
            out    CompletionStage<Message<O>> method()                             refused
            out    CompletionStage<O> method()                                      refused
            in     Subscriber<Message<I>> method()                                  kept    PRE NONE MANUAL
            in     Subscriber<I> method()                                           refused PRE
            in     SubscriberBuilder<Message<I>, Void> method()                     kept    PRE NONE MANUAL
            in     SubscriberBuilder<I, Void> method()                              refused PRE
            in     void method(I)                                                   kept    PRE POST NONE
            in     CompletionStage<Void> method(Message<I>)                         kept    PRE POST NONE MANUAL
            in     CompletionStage<Void> method(I)                                  kept    PRE POST NONE
            in     CompletionStage<?> method(I)                                     refused
            in-out Processor<Message<I>, Message<O>> method()                       kept    PRE NONE MANUAL
            in-out Processor<I, O> method()                                         refused PRE
            in-out ProcessorBuilder<Message<I>, Message<O>> method()                kept    PRE NONE MANUAL
            in-out ProcessorBuilder<I, O> method()                                  refused PRE
            in-out Publisher<Message<O>> method(Message<I>)                         kept    PRE NONE MANUAL
            in-out Publisher<O> method(I)                                           refused PRE NONE
            in-out PublisherBuilder<Message<O>> method(Message<I>)                  kept    PRE NONE MANUAL
            in-out PublisherBuilder<O> method(I)                                    refused PRE NONE
            in-out Message<O> method(Message<I>)                                    kept    PRE NONE MANUAL
            in-out O method(I)                                                      kept    PRE POST NONE
            in-out CompletionStage<Message<O>> method(Message<I>)                   kept    PRE NONE MANUAL
            in-out CompletionStage<O> method(I)                                     kept    PRE POST NONE
            in-out Publisher<Message<O>> method(Publisher<Message<I>>)              kept    PRE NONE MANUAL
            in-out PublisherBuilder<Message<O>> method(PublisherBuilder<Message<I>>) kept    PRE NONE MANUAL
            in-out Publisher<O> method(Publisher<I>)                                refused PRE
            in-out PublisherBuilder<O> method(PublisherBuilder<I>)                  refused PRE
            """;

    private static final class I {}

    private static final class O {}

    /** Named by their annotations. */
    private abstract static class Specification {

        @Outgoing("out")
        abstract Publisher<Message<O>> out1();

        @Outgoing("out")
        abstract Publisher<O> out2();

        @Outgoing("out")
        abstract PublisherBuilder<Message<O>> out3();

        @Outgoing("out")
        abstract PublisherBuilder<O> out4();

        @Outgoing("out")
        abstract Message<O> out5();

        @Outgoing("out")
        abstract O out6();

        @Outgoing("out")
        abstract CompletionStage<Message<O>> out7();

        @Outgoing("out")
        abstract CompletionStage<O> out8();

        @Incoming("in")
        abstract Subscriber<Message<I>> in1();

        @Incoming("in")
        abstract Subscriber<I> in2();

        @Incoming("in")
        abstract SubscriberBuilder<Message<I>, Void> in3();

        @Incoming("in")
        abstract SubscriberBuilder<I, Void> in4();

        @Incoming("in")
        abstract void in5(I payload);

        @Incoming("in")
        abstract CompletionStage<Void> in6(Message<I> message);

        @Incoming("in")
        abstract CompletionStage<Void> in7(I payload);

        @Incoming("in")
        abstract CompletionStage<?> in8(I payload);

        @Incoming("in")
        @Outgoing("out")
        abstract Processor<Message<I>, Message<O>> both1();

        @Incoming("in")
        @Outgoing("out")
        abstract Processor<I, O> both2();

        @Incoming("in")
        @Outgoing("out")
        abstract ProcessorBuilder<Message<I>, Message<O>> both3();

        @Incoming("in")
        @Outgoing("out")
        abstract ProcessorBuilder<I, O> both4();

        @Incoming("in")
        @Outgoing("out")
        abstract Publisher<Message<O>> both5(Message<I> message);

        @Incoming("in")
        @Outgoing("out")
        abstract Publisher<O> both6(I payload);

        @Incoming("in")
        @Outgoing("out")
        abstract PublisherBuilder<Message<O>> both7(Message<I> message);

        @Incoming("in")
        @Outgoing("out")
        abstract PublisherBuilder<O> both8(I payload);

        @Incoming("in")
        @Outgoing("out")
        abstract Message<O> both9(Message<I> message);

        @Incoming("in")
        @Outgoing("out")
        abstract O both10(I payload);

        @Incoming("in")
        @Outgoing("out")
        abstract CompletionStage<Message<O>> both11(Message<I> message);

        @Incoming("in")
        @Outgoing("out")
        abstract CompletionStage<O> both12(I payload);

        @Incoming("in")
        @Outgoing("out")
        abstract Publisher<Message<O>> both13(Publisher<Message<I>> stream);

        @Incoming("in")
        @Outgoing("out")
        abstract PublisherBuilder<Message<O>> both14(PublisherBuilder<Message<I>> stream);

        @Incoming("in")
        @Outgoing("out")
        abstract Publisher<O> both15(Publisher<I> stream);

        @Incoming("in")
        @Outgoing("out")
        abstract PublisherBuilder<O> both16(PublisherBuilder<I> stream);
    }

    @Test
    void each_signature_of_the_specification_is_deployed_only_if_it_keeps_its_tasks_or_asks_to_lose_them() {
        Map<String, String> found = new TreeMap<>();
        methods(Specification.class).forEach(method -> found.put(signature(method), decision(method)));

        assertThat(found).isEqualTo(SPECIFICATION.lines().map(line -> line.replaceAll("  +", " "))
                .collect(toMap(line -> line.replaceAll(" (kept|refused).*", ""),
                        line -> line.replaceAll(".* (kept|refused)", "$1"), (a, b) -> a, TreeMap::new)));
    }

    private static String signature(Method method) {
        return (method.isAnnotationPresent(Incoming.class)
                ? method.isAnnotationPresent(Outgoing.class) ? "in-out " : "in " : "out ")
                + (method.getGenericReturnType().getTypeName() + " method"
                        + Stream.of(method.getGenericParameterTypes()).map(type -> type.getTypeName())
                                .collect(joining(", ", "(", ")")))
                        .replaceAll("[a-zA-Z0-9.]+[.$]", "");
    }

    private static String decision(Method method) {
        return (isKept(method, null) ? "kept" : "refused")
                + Stream.of(Strategy.PRE_PROCESSING, Strategy.POST_PROCESSING, Strategy.NONE, Strategy.MANUAL)
                        .filter(strategy -> isKept(method, strategy))
                        .map(strategy -> " " + strategy.name().replace("_PROCESSING", "")).collect(joining());
    }

    private static boolean isKept(Method method, Strategy declared) {
        return HandlerSignatures.problem(method.getDeclaringClass(), method, declared).isEmpty();
    }

    private static Stream<Method> methods(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods()).filter(method -> !method.isSynthetic());
    }

    private static String problem(String name) {
        Method method = methods(Others.class).filter(it -> it.getName().equals(name)).findAny().orElseThrow();
        return HandlerSignatures.problem(Others.class, method).orElse("kept");
    }

    /** Signatures that the specification does not have. */
    private abstract static class Others {

        @Incoming("in")
        abstract CompletableFuture<Void> future(AsynqMessage<I> message);

        @Incoming("in")
        abstract void checkpoint(I payload, Checkpoint<Long> at);

        @Incoming("in")
        abstract void wildcard(Map<?, ? extends I> payload);

        @Incoming("in")
        abstract Subscriber<String> subscriber();

        @Incoming("in")
        abstract Flow.Subscriber<Message<I>> flow();

        @Incoming("in")
        abstract void two(I payload, int number);

        @Incoming("in")
        abstract void nothing();

        @Incoming("in")
        abstract void message(Message<I> message);

        @Incoming("in")
        abstract O result(I payload);

        @Incoming("in")
        abstract void stream(Publisher<I> stream);

        @Incoming("in")
        @Outgoing("out")
        abstract void noResult(I payload);

        @Incoming("in")
        @Outgoing("out")
        abstract Message<O> mixed(I payload);

        @Incoming("in")
        @Outgoing("out")
        abstract Publisher<O> mixedKinds(PublisherBuilder<I> stream);

        @Incoming("in")
        @Outgoing("out")
        @SuppressWarnings("rawtypes")
        abstract Publisher raw(I payload);

        @Incoming("in")
        @Outgoing("out")
        abstract Own<O> own(I payload);

        @Incoming("in")
        abstract Uni<Void> uni(String payload);

        @Incoming("in")
        @Outgoing("out")
        abstract Multi<String> multi(Multi<String> stream);

        @Incoming("in")
        @Acknowledgment(Strategy.MANUAL)
        abstract void manual(String payload);
    }

    private interface Own<T> extends Publisher<T> {}

    @ParameterizedTest
    @ValueSource(strings = { "future", "checkpoint", "wildcard" })
    void variants_of_signatures_that_keep_their_tasks_are_deployed(String method) {
        assertThat(problem(method)).isEqualTo("kept");
    }

    @ParameterizedTest
    @ValueSource(strings = { "two", "nothing", "message", "result", "stream", "noResult", "mixed", "mixedKinds", "raw",
            "own", "flow" })
    void all_other_signatures_are_refused(String method) {
        assertThat(problem(method)).contains("does not have this signature", "Write a method that takes the payload");
    }

    @Test
    void the_sentence_names_class_signature_reason_and_remedy() {
        assertThat(problem("subscriber"))
                .isEqualTo("Others: Subscriber<String> subscriber() is refused: the runtime acknowledges "
                        + "a task before it has been handled, so that an exception or a crash loses it. Write a method that takes "
                        + "the payload and returns void or a CompletionStage<Void>, or with @Outgoing the payload of the outgoing "
                        + "task. If tasks may be lost, add @Acknowledgment(PRE_PROCESSING)");
        assertThat(problem("uni")).contains("Uni<Void> uni(String)", "Mutiny");
        assertThat(problem("multi")).contains("Multi<String> multi(Multi<String>)", "Mutiny");
        assertThat(problem("manual")).contains("void manual(String) with @Acknowledgment(MANUAL)",
                "nothing acknowledges its tasks", "without @Acknowledgment");
    }

    @ParameterizedTest
    @EnumSource(Strategy.class)
    void a_signature_that_is_not_in_the_table_is_refused_with_each_acknowledgment(Strategy declared) {
        assertThat(methods(Others.class).filter(method -> method.getName().equals("mixed")))
                .noneMatch(method -> isKept(method, declared));
    }

    @SuppressWarnings("unused")
    private static final class Injected {

        private Publisher<Message<I>> messages;
        private Flow.Publisher<Message<I>> flow;
        private PublisherBuilder<Message<I>> built;
        private Emitter<I> emitter;
        private Publisher<I> payloads;
        private PublisherBuilder<I> builtPayloads;
        private Multi<Message<I>> multi;
    }

    @Test
    void only_streams_of_messages_are_injected() {
        assertThat(Arrays.stream(Injected.class.getDeclaredFields()).filter(field -> !field.isSynthetic()
                && HandlerSignatures.injectionProblem(Injected.class, field.getGenericType()).isPresent()))
                .extracting(field -> field.getName()).containsExactly("flow", "payloads", "builtPayloads", "multi");
    }
}
