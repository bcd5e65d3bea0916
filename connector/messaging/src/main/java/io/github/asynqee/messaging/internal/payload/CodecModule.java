package io.github.asynqee.messaging.internal.payload;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import jakarta.enterprise.inject.Instance;

import io.github.asynqee.internal.protocol.PayloadCodec;
import io.github.asynqee.messaging.internal.config.ApplicationConfig;
import io.github.asynqee.messaging.internal.config.CodecConfig;
import io.github.asynqee.messaging.internal.config.property.Attribute;
import io.github.asynqee.messaging.internal.config.property.ConfigurationException;
import io.github.asynqee.messaging.internal.config.property.Scope;
import org.jspecify.annotations.Nullable;

/** The optional module asynq-codecs. */
public final class CodecModule {

    /** An application without the module. */
    public static final CodecModule MISSING = new CodecModule(null);

    private final @Nullable CodecSupport support;

    private CodecModule(@Nullable CodecSupport support) {
        this.support = support;
    }

    /**
     * Returns the module.
     *
     * @param support its bean, if the application has the module
     * @return the module
     */
    public static CodecModule of(Instance<CodecSupport> support) {
        return support.isResolvable() ? new CodecModule(support.get()) : MISSING;
    }

    /**
     * Returns the codec for sending tasks. The module's codec also removes codec headers copied from another task.
     *
     * @param config how payloads are encoded
     * @return the codec
     */
    public PayloadCodec encoder(CodecConfig config) {
        return support == null ? PayloadCodec.NONE : support.codec(config);
    }

    /** @return the codec for received tasks; it decodes payloads of every codec of the module */
    public PayloadCodec decoder() {
        return encoder(CodecConfig.UNCHANGED);
    }

    /**
     * Checks for attributes that need the module or one of its beans.
     *
     * @param config the configuration
     * @param support the bean of the module, if the application has the module
     * @return the problems
     */
    public static List<ConfigurationException> check(ApplicationConfig config, Instance<CodecSupport> support) {
        return check(config, support.isResolvable() ? support.get() : null);
    }

    static List<ConfigurationException> check(ApplicationConfig config, @Nullable CodecSupport support) {
        CodecConfig ofClient = config.connector().codec();
        Map<String, CodecConfig> codecs = new LinkedHashMap<>();
        codecs.put(Scope.CONNECTOR.prefix("asynq"), ofClient);
        config.outgoing().values()
                .forEach(channel -> codecs.put(Scope.OUTGOING.prefix(channel.channel()), channel.codec()));
        List<ConfigurationException> problems = new ArrayList<>();
        codecs.forEach((prefix, codec) -> {
            boolean inherits = codec != ofClient;
            if (support == null && codec.compresses()
                    && !(inherits && codec.compressAbove() == ofClient.compressAbove())) {
                problems.add(
                        missing(prefix, Attribute.COMPRESS_ABOVE, String.valueOf(codec.compressAbove()), module()));
            }
            if (codec.encrypt() && !(inherits && ofClient.encrypt())) {
                missingFor(support, CodecSupport::missingForEncryption)
                        .ifPresent(what -> problems.add(missing(prefix, Attribute.ENCRYPT, "true", what)));
            }
            if (codec.stores() && !(inherits && codec.storeAbove() == ofClient.storeAbove())) {
                missingFor(support, CodecSupport::missingForStoring).ifPresent(what -> problems
                        .add(missing(prefix, Attribute.STORE_ABOVE, String.valueOf(codec.storeAbove()), what)));
            }
        });
        return problems;
    }

    private static Optional<String> missingFor(@Nullable CodecSupport support,
            Function<CodecSupport, Optional<String>> what) {
        return support == null ? Optional.of(module()) : what.apply(support);
    }

    private static String module() {
        return "the dependency io.github.asynqee:asynq-codecs, which the application does not have";
    }

    private static ConfigurationException missing(String prefix, Attribute attribute, String value, String what) {
        return new ConfigurationException(prefix + attribute.key() + "=" + value + " needs " + what);
    }
}
