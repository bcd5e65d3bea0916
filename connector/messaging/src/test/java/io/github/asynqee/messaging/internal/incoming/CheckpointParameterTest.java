package io.github.asynqee.messaging.internal.incoming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionStage;

import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;

import io.github.asynqee.Checkpoint;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment.Strategy;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Outgoing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckpointParameterTest {

    @SuppressWarnings({ "unused", "rawtypes" })
    static class Handlers<T> {

        public void none(String payload) {}

        public void numbers(String payload, Checkpoint<Long> at) {}

        public CompletionStage<Void> lists(List<String> payload, Checkpoint<List<String>> at) {
            return null;
        }

        public void inherited(String payload, Checkpoint<T> at) {}

        @Transactional(TxType.NOT_SUPPORTED)
        public void outside(String payload, Checkpoint<Long> at) {}

        public void first(Checkpoint<Long> at, String payload) {}

        public void alone(Checkpoint<Long> at) {}

        public void third(String payload, String more, Checkpoint<Long> at) {}

        public void raw(String payload, Checkpoint at) {}

        public CompletionStage<Void> message(Message<String> message, Checkpoint<Long> at) {
            return null;
        }

        @Outgoing("out")
        public String processor(String payload, Checkpoint<Long> at) {
            return null;
        }

        @Acknowledgment(Strategy.PRE_PROCESSING)
        public void before(String payload, Checkpoint<Long> at) {}

        @Transactional
        public void transactional(String payload, Checkpoint<Long> at) {}
    }

    @Transactional
    @SuppressWarnings("unused")
    static class TransactionalBean extends Handlers<String> {

        public void inside(String payload, Checkpoint<Long> at) {}

        @Override
        @Transactional(TxType.NEVER)
        public void outside(String payload, Checkpoint<Long> at) {}
    }

    @SuppressWarnings("unused")
    static final class FinalBean {

        public void handle(String payload, Checkpoint<Long> at) {}
    }

    private static CheckpointParameter parameter(Class<?> bean, String name) {
        Method method = Arrays.stream(bean.getMethods()).filter(it -> it.getName().equals(name)).findFirst()
                .orElseThrow();
        return CheckpointParameter.of(bean, method);
    }

    @Test
    void a_handler_has_a_checkpoint_behind_its_payload() {
        assertThat(parameter(Handlers.class, "none")).isNull();
        assertThat(parameter(Handlers.class, "numbers")).isEqualTo(new CheckpointParameter(Long.class, null));
        assertThat(parameter(Handlers.class, "lists").cursor().getTypeName())
                .isEqualTo("java.util.List<java.lang.String>");
        assertThat(parameter(Handlers.class, "lists").problem()).isNull();
        assertThat(parameter(TransactionalBean.class, "outside").problem()).isNull();
        assertThat(parameter(Handlers.class, "outside").problem()).isNull();
    }

    @Test
    void the_type_of_the_cursor_may_be_that_of_a_subclass() {
        assertThat(parameter(TransactionalBean.class, "inherited").cursor()).isEqualTo(String.class);
    }

    @ParameterizedTest
    @CsvSource({ "first,after the payload", "alone,after the payload", "third,after the payload",
            "raw,Checkpoint<Long>", "message,not a Message", "processor,@Outgoing", "before,acknowledged before",
            "transactional,@Transactional" })
    void what_cannot_work_is_refused(String name, String reason) {
        CheckpointParameter parameter = parameter(Handlers.class, name);

        assertThat(parameter.problem()).contains("Handlers." + name, reason);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HandlerRegistry().add(new HandlerMethod("Handlers." + name, "in", String.class,
                        Strategy.POST_PROCESSING, true, true, parameter)))
                .withMessage(parameter.problem());
    }

    @Test
    void a_class_may_make_it_impossible() {
        assertThat(parameter(TransactionalBean.class, "inside").problem()).contains("@Transactional");
        assertThat(parameter(FinalBean.class, "handle").problem()).contains("FinalBean.handle", "final");
    }
}
