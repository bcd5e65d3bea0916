package io.github.asynqee.messaging.internal.incoming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.github.asynqee.TaskContext;
import io.github.asynqee.messaging.AsynqGroup;
import io.github.asynqee.messaging.AsynqMessage;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CurrentTaskContextTest {

    private final TaskContext context = new CurrentTaskContext();
    private final List<Method> called = new ArrayList<>();

    @AfterEach
    void clear() {
        LaneMessage.current(null);
    }

    private Message<?> message(Class<? extends Message<?>> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[]{ type }, (self, method, args) -> {
            called.add(method);
            return valueOf(method.getReturnType());
        }));
    }

    private static Object valueOf(Class<?> type) {
        return type == int.class ? (Object) 1 : type == boolean.class ? (Object) true : null;
    }

    private static void call(TaskContext target, Method method) throws Throwable {
        Object[] arguments = Arrays.stream(method.getParameterTypes()).map(CurrentTaskContextTest::valueOf).toArray();
        try {
            method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @Test
    @SuppressWarnings("unchecked")
    void each_method_delegates_to_the_message_of_the_current_handler() throws Throwable {
        LaneMessage.current(message((Class<? extends Message<?>>) (Class<?>) AsynqMessage.class));

        for (Method method : TaskContext.class.getMethods()) {
            call(context, method);
        }

        assertThat(called).containsExactly(TaskContext.class.getMethods());
    }

    @Test
    void outside_a_handler_each_method_fails_with_a_clear_text() {
        for (Method method : TaskContext.class.getMethods()) {
            assertThatIllegalStateException().isThrownBy(() -> call(context, method))
                    .withMessageContaining("does not run the handler of a task");
        }
    }

    @Test
    @SuppressWarnings("unchecked")
    void a_handler_of_groups_has_no_task_context() {
        LaneMessage.current(message((Class<? extends Message<?>>) (Class<?>) AsynqGroup.class));

        assertThatIllegalStateException().isThrownBy(context::id).withMessageContaining("AsynqGroup");
    }
}
