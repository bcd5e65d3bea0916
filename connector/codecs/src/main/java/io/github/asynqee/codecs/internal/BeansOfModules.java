package io.github.asynqee.codecs.internal;

import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessBean;

import io.github.asynqee.codecs.PayloadKeys;
import io.github.asynqee.codecs.PayloadStore;
import io.github.asynqee.messaging.internal.cdi.FoundBeans;

/**
 * Finds keys and store in all modules of an application, because code in the {@code lib/} of an EAR cannot see beans
 * of its WAR.
 */
public class BeansOfModules implements Extension {

    private final FoundBeans<PayloadKeys> keys = new FoundBeans<>(PayloadKeys.class);
    private final FoundBeans<PayloadStore> stores = new FoundBeans<>(PayloadStore.class);

    /** Creates the extension; done by the container. */
    public BeansOfModules() {}

    <T> void find(@Observes ProcessBean<T> event) {
        keys.add(event.getBean());
        stores.add(event.getBean());
    }

    FoundBeans<PayloadKeys> keys() {
        return keys;
    }

    FoundBeans<PayloadStore> stores() {
        return stores;
    }
}
