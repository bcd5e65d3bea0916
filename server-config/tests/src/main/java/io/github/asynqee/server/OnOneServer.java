package io.github.asynqee.server;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import io.github.asynqee.server.process.AppServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Tests what is the same on each application server. It runs on one of them; on each with the profile
 * {@code thorough}, and if it is named by {@code -Dit.test}.
 */
@Tag("thorough")
@Target({ ElementType.TYPE, ElementType.METHOD })
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(OnOneServer.Condition.class)
public @interface OnOneServer {

    /**
     * Where it runs.
     *
     * @return the server
     */
    AppServer value();

    /** Whether it runs here. */
    final class Condition implements ExecutionCondition {

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            OnOneServer one = context.getElement().orElseThrow().getAnnotation(OnOneServer.class);
            return one == null || one.value() == ServerUnderTest.server() || Boolean.getBoolean("asynq.test.thorough")
                    || System.getProperty("it.test") != null ? ConditionEvaluationResult.enabled("runs here")
                            : ConditionEvaluationResult
                                    .disabled("runs on " + one.value() + "; with -Pthorough here, too");
        }
    }
}
