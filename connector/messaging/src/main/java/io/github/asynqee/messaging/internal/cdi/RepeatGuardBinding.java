package io.github.asynqee.messaging.internal.cdi;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import jakarta.enterprise.util.AnnotationLiteral;
import jakarta.interceptor.InterceptorBinding;

/** Binds {@link RepeatGuard}; added by the connector to handlers with Fault Tolerance annotations. */
@Documented
@InterceptorBinding
@Retention(RetentionPolicy.RUNTIME)
@Target({ ElementType.METHOD, ElementType.TYPE })
public @interface RepeatGuardBinding {

    /** The annotation's literal. */
    final class Literal extends AnnotationLiteral<RepeatGuardBinding> implements RepeatGuardBinding {

        private static final long serialVersionUID = 1L;

        static final Literal INSTANCE = new Literal();
    }
}
