package io.github.asynqee.messaging.cdi;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import jakarta.enterprise.util.AnnotationLiteral;
import jakarta.interceptor.InterceptorBinding;

/** Put by the connector on handlers that turn a group into a task; see {@link TurnedGroupWitness}. */
@Documented
@InterceptorBinding
@Retention(RetentionPolicy.RUNTIME)
@Target({ ElementType.METHOD, ElementType.TYPE })
public @interface TurnsGroups {

    /** The annotation as an object. */
    final class Literal extends AnnotationLiteral<TurnsGroups> implements TurnsGroups {

        private static final long serialVersionUID = 1L;

        static final Literal INSTANCE = new Literal();
    }
}
