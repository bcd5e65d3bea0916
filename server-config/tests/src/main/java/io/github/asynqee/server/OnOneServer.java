package io.github.asynqee.server;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;

import io.github.asynqee.fixtures.Sample;
import io.github.asynqee.server.process.AppServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Marks a test whose subject is the same on each application server. It runs on one of them: the named one, or without
 * a name another one each day. It runs on each with the profile {@code thorough}, and if it is named by {@code
 * -Dit.test}. With {@code -Dasynq.test.other.server=true} the profile leaves out classes on the server where other
 * builds run them.
 */
@Tag("thorough")
@Target({ ElementType.TYPE, ElementType.METHOD })
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(OnOneServer.Condition.class)
public @interface OnOneServer {

    /**
     * The servers to run on.
     *
     * @return the server, or all servers; then the day selects one
     */
    AppServer[] value() default { AppServer.LIBERTY, AppServer.WILDFLY };

    /** Whether it runs here. */
    final class Condition implements ExecutionCondition {

        private static final boolean OTHER = Boolean.getBoolean("asynq.test.other.server");

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            OnOneServer one = context.getElement().orElseThrow().getAnnotation(OnOneServer.class);
            if (one == null || System.getProperty("it.test") != null) {
                return ConditionEvaluationResult.enabled("runs here");
            }
            AppServer server = Sample.some(context.getDisplayName(), List.of(one.value()), 1).get(0);
            boolean chosen = server == ServerUnderTest.server();
            if (Sample.ALL && OTHER && chosen && context.getTestMethod().isEmpty()) {
                return ConditionEvaluationResult.disabled("runs here without -Pthorough");
            }
            return chosen || Sample.ALL
                    ? ConditionEvaluationResult.enabled("runs here")
                    : ConditionEvaluationResult.disabled("runs on " + server + "; with -Pthorough here, too");
        }
    }
}
