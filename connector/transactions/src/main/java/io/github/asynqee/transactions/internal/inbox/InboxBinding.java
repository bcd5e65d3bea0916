package io.github.asynqee.transactions.internal.inbox;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import jakarta.enterprise.util.AnnotationLiteral;
import jakarta.interceptor.InterceptorBinding;

/** Binds the inbox interceptors; added by the extension to handlers of channels with an inbox. */
@Documented
@InterceptorBinding
@Retention(RetentionPolicy.RUNTIME)
@Target({ ElementType.METHOD, ElementType.TYPE })
public @interface InboxBinding {

    /** The annotation's literal. */
    final class Literal extends AnnotationLiteral<InboxBinding> implements InboxBinding {

        private static final long serialVersionUID = 1L;

        static final Literal INSTANCE = new Literal();
    }
}
