package io.github.asynqee.codecs.internal;

import java.security.SecureRandom;
import java.util.Optional;

import javax.crypto.SecretKey;

import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Inject;

import io.github.asynqee.codecs.PayloadKeys;
import io.github.asynqee.internal.codec.CodecKeys;
import io.github.asynqee.internal.codec.StepwiseCodec;
import io.github.asynqee.internal.protocol.PayloadCodec;
import io.github.asynqee.messaging.internal.config.CodecConfig;
import io.github.asynqee.messaging.internal.payload.CodecSupport;

/** The codecs of the connector, with the keys of the application. */
@Dependent
public class ConfiguredCodecs implements CodecSupport {

    /** The keys of the application, as codecs ask for them. */
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

    private final Instance<PayloadKeys> keys;
    private final KeyBeans ofModules;
    private final BeanManager beans;
    private final SecureRandom random = new SecureRandom();

    /**
     * Creates the bean; done by the container.
     *
     * @param keys the keys, if they are where this module sees them
     * @param ofModules those of all modules of the application
     * @param beans the container
     */
    @Inject
    public ConfiguredCodecs(Instance<PayloadKeys> keys, KeyBeans ofModules, BeanManager beans) {
        this.keys = keys;
        this.ofModules = ofModules;
        this.beans = beans;
    }

    @Override
    public PayloadCodec codec(CodecConfig config) {
        return new StepwiseCodec(config.compressAbove(), config.encrypt(), keys().map(Keys::new).orElse(null),
                random);
    }

    /** What the application has beside this module comes first: a WAR with the module is not concerned by others. */
    private Optional<PayloadKeys> keys() {
        if (!keys.isUnsatisfied()) {
            return keys.isResolvable() ? Optional.of(keys.get()) : Optional.empty();
        }
        return ofModules.count(beans) == 1 ? Optional.of(ofModules.get(beans)) : Optional.empty();
    }

    @Override
    public Optional<String> missingForEncryption() {
        if (keys.isResolvable() || keys.isUnsatisfied() && ofModules.count(beans) == 1) {
            return Optional.empty();
        }
        return Optional.of("a bean of type " + PayloadKeys.class.getName() + ", which has the keys"
                + (keys.isAmbiguous() || ofModules.count(beans) > 1
                        ? ": there are several, and the application must have one"
                        : ""));
    }
}
