package io.github.asynqee.codecs.internal;

import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessBean;

import io.github.asynqee.codecs.PayloadKeys;
import io.github.asynqee.messaging.internal.cdi.FoundBeans;

/** Finds the keys in all modules of an application: from {@code lib/} of an EAR the beans of its WAR are not seen. */
public class KeyBeans implements Extension {

    private final FoundBeans<PayloadKeys> found = new FoundBeans<>(PayloadKeys.class);

    /** Creates the extension; done by the container. */
    public KeyBeans() {}

    <T> void find(@Observes ProcessBean<T> event) {
        found.add(event.getBean());
    }

    int count(BeanManager beans) {
        return found.count(beans, Default.Literal.INSTANCE);
    }

    PayloadKeys get(BeanManager beans) {
        return found.get(beans, Default.Literal.INSTANCE);
    }
}
