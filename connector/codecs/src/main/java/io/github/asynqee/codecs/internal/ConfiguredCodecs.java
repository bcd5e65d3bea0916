package io.github.asynqee.codecs.internal;

import java.security.SecureRandom;
import java.util.Optional;

import javax.crypto.SecretKey;

import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Inject;

import io.github.asynqee.codecs.PayloadKeys;
import io.github.asynqee.codecs.PayloadStore;
import io.github.asynqee.internal.codec.CodecKeys;
import io.github.asynqee.internal.codec.StepwiseCodec;
import io.github.asynqee.internal.protocol.PayloadCodec;
import io.github.asynqee.messaging.internal.config.CodecConfig;
import io.github.asynqee.messaging.internal.payload.CodecSupport;

/** Creates the connector's codecs, with the application's keys and store. */
@Dependent
public class ConfiguredCodecs implements CodecSupport {

    /** Adapts the application's keys. */
    private record Keys(PayloadKeys bean) implements CodecKeys {

        @Override
        public String currentId() {
            return bean.currentId();
        }

        @Override
        public Optional<SecretKey> key(String id) {
            return bean.key(id);
        }
    }

    private final UniqueBean<PayloadKeys> keys;
    private final UniqueBean<PayloadStore> store;
    private final SecureRandom random = new SecureRandom();

    /**
     * Creates the bean; done by the container.
     *
     * @param keys the keys visible to this module
     * @param stores the stores visible to this module
     * @param ofModules the keys and stores of all modules of the application
     * @param beans the container
     */
    @Inject
    public ConfiguredCodecs(Instance<PayloadKeys> keys, Instance<PayloadStore> stores, BeansOfModules ofModules,
            BeanManager beans) {
        this.keys = new UniqueBean<>(keys, ofModules.keys(), beans);
        this.store = new UniqueBean<>(stores, ofModules.stores(), beans);
    }

    @Override
    public PayloadCodec codec(CodecConfig config) {
        CodecKeys secrets = keys.get().map(Keys::new).orElse(null);
        return new StoringCodec(new StepwiseCodec(config.compressAbove(), config.encrypt(), secrets, random),
                store.get().orElse(null), config.storeAbove());
    }

    @Override
    public Optional<String> missingForEncryption() {
        return keys.missing(PayloadKeys.class, "which has the keys");
    }

    @Override
    public Optional<String> missingForStoring() {
        return store.missing(PayloadStore.class, "which stores them");
    }
}
