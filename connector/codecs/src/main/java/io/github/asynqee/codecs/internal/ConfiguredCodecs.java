package io.github.asynqee.codecs.internal;

import java.security.SecureRandom;
import java.util.Optional;

import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;

import io.github.asynqee.codecs.PayloadKeys;
import io.github.asynqee.internal.protocol.PayloadCodec;
import io.github.asynqee.messaging.internal.config.CodecConfig;
import io.github.asynqee.messaging.internal.payload.CodecSupport;

/** The codecs of the connector, with the keys of the application. */
@Dependent
public class ConfiguredCodecs implements CodecSupport {

    private final Instance<PayloadKeys> keys;
    private final SecureRandom random = new SecureRandom();

    /**
     * Creates the bean; done by the container.
     *
     * @param keys the keys, if the application has any
     */
    @Inject
    public ConfiguredCodecs(Instance<PayloadKeys> keys) {
        this.keys = keys;
    }

    @Override
    public PayloadCodec codec(CodecConfig config) {
        return new StepwiseCodec(config.compressAbove(), config.encrypt(), keys.isResolvable() ? keys.get() : null,
                random);
    }

    @Override
    public Optional<String> missingForEncryption() {
        if (keys.isResolvable()) {
            return Optional.empty();
        }
        return Optional.of("a bean of type " + PayloadKeys.class.getName() + ", which has the keys"
                + (keys.isAmbiguous() ? ": there are several, and the application must have one" : ""));
    }
}
