package io.github.asynqee.messaging.internal.incoming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionStage;

import io.github.asynqee.messaging.internal.incoming.LaneMessage.AckCompletion;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment.Strategy;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Outgoing;
import org.eclipse.microprofile.reactive.streams.operators.ProcessorBuilder;
import org.eclipse.microprofile.reactive.streams.operators.PublisherBuilder;
import org.eclipse.microprofile.reactive.streams.operators.SubscriberBuilder;
import org.junit.jupiter.api.Test;

class HandlerMethodTest {

    @SuppressWarnings("unused")
    static class Shapes {

        @Incoming("payload")
        void payload(String text) {}

        @Incoming("primitive")
        void primitive(int number) {}

        @Incoming("generic")
        CompletionStage<Void> generic(List<String> texts) {
            return null;
        }

        @Incoming("message")
        CompletionStage<Void> message(Message<Integer> message) {
            return null;
        }

        @Incoming("wildcard")
        CompletionStage<Void> wildcard(Message<? extends Number> message) {
            return null;
        }

        @Incoming("anything")
        CompletionStage<Void> anything(Message<?> message) {
            return null;
        }

        @Incoming("before")
        @Acknowledgment(Strategy.PRE_PROCESSING)
        void before(String text) {}

        @Incoming("none")
        @Acknowledgment(Strategy.NONE)
        void none(String text) {}

        @Incoming("subscriber")
        SubscriberBuilder<Message<String>, Void> subscriber() {
            return null;
        }

        @Incoming("processor")
        @Outgoing("out")
        ProcessorBuilder<Long, String> processor() {
            return null;
        }

        @Incoming("stream")
        @Outgoing("out")
        PublisherBuilder<String> stream(PublisherBuilder<Message<Long>> in) {
            return null;
        }
    }

    @Test
    void finds_the_type_of_the_payload() {
        assertThat(handler("payload").payload()).isEqualTo(String.class);
        assertThat(handler("primitive").payload()).isEqualTo(Integer.class);
        assertThat(handler("generic").payload().getTypeName()).isEqualTo("java.util.List<java.lang.String>");
        assertThat(handler("message").payload()).isEqualTo(Integer.class);
        assertThat(handler("wildcard").payload()).isEqualTo(Number.class);
        assertThat(handler("anything").payload()).isEqualTo(Object.class);
        assertThat(handler("subscriber").payload()).isEqualTo(String.class);
        assertThat(handler("processor").payload()).isEqualTo(Long.class);
        assertThat(handler("stream").payload()).isEqualTo(Long.class);
    }

    @Test
    void guards_handlers_that_are_called_for_each_task() {
        assertThat(handler("payload").guarded()).isTrue();
        assertThat(handler("generic").guarded()).isTrue();
        assertThat(handler("message").guarded()).isTrue();
        assertThat(handler("before").guarded()).isTrue();
        assertThat(handler("none").guarded()).isTrue();
        assertThat(handler("subscriber").guarded()).isFalse();
        assertThat(handler("stream").guarded()).isFalse();
    }

    static class Processors {

        @Outgoing("out")
        public String payload(String text) {
            return text;
        }

        @Outgoing("out")
        public int primitive(String text) {
            return 1;
        }

        @Outgoing("out")
        public CompletionStage<String> stage(String text) {
            return null;
        }

        @Outgoing("out")
        public Message<String> message(String text) {
            return null;
        }

        @Outgoing("out")
        public PublisherBuilder<String> stream(String text) {
            return null;
        }
    }

    @Test
    void guards_processors_that_may_return_nothing() {
        assertThat(Arrays.stream(Processors.class.getDeclaredMethods())
                .filter(method -> HandlerMethod.of(Processors.class, method, "in").guarded()).map(Method::getName))
                .containsExactly("payload");
    }

    static final class FinalClass {

        public void handle(String text) {}

        @Acknowledgment(Strategy.NONE)
        public void none(String text) {}
    }

    static class FinalMethod {

        public void handle(String text) {}

        public final void other() {}
    }

    static class InheritedFinalMethod extends FinalMethod {

        @Override
        public void handle(String text) {}
    }

    static class Privates {

        private void handle(String text) {}

        static void others(String text) {}

        private final void more(String text) {}
    }

    static class OnlyWithArgument {

        OnlyWithArgument(String argument) {}

        public void handle(String text) {}
    }

    private static boolean isGuarded(Class<?> bean, String method) throws NoSuchMethodException {
        return HandlerMethod.of(bean, bean.getDeclaredMethod(method, String.class), "in").guarded();
    }

    @Test
    void does_not_guard_what_cannot_be_intercepted_unless_it_must() throws NoSuchMethodException {
        assertThat(isGuarded(FinalClass.class, "handle")).isFalse();
        assertThat(isGuarded(FinalClass.class, "none")).isTrue();
        assertThat(isGuarded(FinalMethod.class, "handle")).isFalse();
        assertThat(isGuarded(InheritedFinalMethod.class, "handle")).isFalse();
        assertThat(isGuarded(Privates.class, "handle")).isFalse();
        assertThat(isGuarded(OnlyWithArgument.class, "handle")).isFalse();
        assertThat(isGuarded(Privates.class, "others")).isFalse();
    }

    @Test
    void knows_which_tasks_are_done_before_their_handler_runs() {
        HandlerRegistry handlers = new HandlerRegistry();
        handlers.add(handler("before"));
        handlers.add(handler("payload"));

        assertThat(handlers.ackCompletion("before")).isEqualTo(AckCompletion.WRITTEN_BEFORE_HANDLER);
        assertThat(handlers.ackCompletion("payload")).isEqualTo(AckCompletion.IMMEDIATE);
        assertThat(handlers.ackCompletion("unknown")).isEqualTo(AckCompletion.WRITTEN);
    }

    @Test
    void a_channel_has_one_type_of_payload() {
        HandlerRegistry handlers = new HandlerRegistry();
        handlers.add(new HandlerMethod("A.a", "x", String.class, Strategy.POST_PROCESSING, true, false, null));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> handlers
                        .add(new HandlerMethod("B.b", "x", Integer.class, Strategy.POST_PROCESSING, true, false, null)))
                .withMessageContaining("channel x").withMessageContaining("A.a").withMessageContaining("B.b");
        assertThat(handlers.payloadType("unknown")).isEqualTo(byte[].class);
    }

    private static HandlerMethod handler(String name) {
        Method method = Arrays.stream(Shapes.class.getDeclaredMethods()).filter(m -> m.getName().equals(name)).findAny()
                .orElseThrow();
        return HandlerMethod.of(Shapes.class, method, name);
    }

    abstract static class Base<A, B> {

        void handle(Message<List<B>> message) {}
    }

    abstract static class Middle<C> extends Base<String, C> {}

    static class Bean extends Middle<Long> {}

    @Test
    void finds_the_type_in_a_handler_inherited_from_a_generic_class() throws NoSuchMethodException {
        Method method = Base.class.getDeclaredMethod("handle", Message.class);

        HandlerMethod handler = HandlerMethod.of(Bean.class, method, "inherited");

        assertThat(handler.payload()).hasToString("java.util.List<java.lang.Long>");
        assertThat(handler.name()).isEqualTo("Bean.handle");
        assertThat(HandlerMethod.of(Base.class, method, "unknown").payload()).hasToString("java.util.List<B>");
    }
}
