package io.github.asynqee.messaging.internal.cdi;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import jakarta.enterprise.util.AnnotationLiteral;
import jakarta.interceptor.InterceptorBinding;

/** Binds {@link HandlerGuard}; added by the connector. */
@Documented
@InterceptorBinding
@Retention(RetentionPolicy.RUNTIME)
@Target({ ElementType.METHOD, ElementType.TYPE })
public @interface HandlerGuardBinding {

    /** The annotation's literal. */
    final class Literal extends AnnotationLiteral<HandlerGuardBinding> implements HandlerGuardBinding {

        private static final long serialVersionUID = 1L;

        static final Literal INSTANCE = new Literal();
    }
}
