package io.github.asynqee.codecs.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

import jakarta.enterprise.inject.AmbiguousResolutionException;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.ProcessBean;

import io.github.asynqee.codecs.PayloadKeys;
import io.github.asynqee.codecs.PayloadStore;
import io.github.asynqee.internal.protocol.PayloadCodec;
import io.github.asynqee.internal.protocol.PayloadCodec.Coded;
import io.github.asynqee.messaging.internal.config.CodecConfig;
import org.junit.jupiter.api.Test;

/** Codecs in the library of an enterprise application, whose bean manager does not see the beans of a WAR. */
class ConfiguredCodecsTest {

    private static final CodecConfig ENCRYPTS = new CodecConfig(Integer.MAX_VALUE, true, Integer.MAX_VALUE);
    private static final CodecConfig STORES = new CodecConfig(Integer.MAX_VALUE, false, 0);

    private final BeansOfModules ofModules = new BeansOfModules();

    private record Keys(String currentId) implements PayloadKeys {
        @Override
        public Optional<SecretKey> key(String id) {
            return Optional.of(new SecretKeySpec(new byte[16], "AES"));
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> T answering(Class<?> type, Map<String, Object> answers) {
        return (T) Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[]{ type },
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "equals" -> proxy == arguments[0];
                    default -> answers.get(method.getName());
                });
    }

    private void find() {
        find(PayloadKeys.class);
    }

    private void find(Class<?> type) {
        Bean<?> bean = answering(Bean.class,
                Map.of("getTypes", Set.of(type), "getQualifiers", Set.of(Default.Literal.INSTANCE)));
        ofModules.find(answering(ProcessBean.class, Map.of("getBean", bean)));
    }

    private ConfiguredCodecs codecs(PayloadKeys seen) {
        Instance<PayloadKeys> instance = answering(Instance.class,
                seen == null ? Map.of("isUnsatisfied", true, "isResolvable", false, "isAmbiguous", false)
                        : Map.of("isUnsatisfied", false, "isResolvable", true, "isAmbiguous", false, "get", seen));
        BeanManager beans = (BeanManager) Proxy.newProxyInstance(BeanManager.class.getClassLoader(),
                new Class<?>[]{ BeanManager.class }, (proxy, method, arguments) -> switch (method.getName()) {
                    case "resolve" -> one((Set<?>) arguments[0]);
                    case "getReference" -> arguments[1] == PayloadStore.class ? new MemoryStore()
                            : new Keys("of the WAR");
                    default -> null;
                });
        Instance<PayloadStore> stores = answering(Instance.class,
                Map.of("isUnsatisfied", true, "isResolvable", false, "isAmbiguous", false));
        return new ConfiguredCodecs(instance, stores, ofModules, beans);
    }

    private static Object one(Set<?> found) {
        if (found.size() > 1) {
            throw new AmbiguousResolutionException();
        }
        return found.stream().findAny().orElse(null);
    }

    private static String keyOf(ConfiguredCodecs codecs) {
        PayloadCodec codec = codecs.codec(ENCRYPTS);
        Coded coded = codec.encode(new byte[]{ 1 });
        assertThat(codec.decode(coded.payload(), coded.marks())).containsExactly(1);
        return coded.marks().get(PayloadCodec.KEY_HEADER);
    }

    @Test
    void keys_of_another_module_are_used() {
        find();

        assertThat(codecs(null).missingForEncryption()).isEmpty();
        assertThat(keyOf(codecs(null))).isEqualTo("of the WAR");
    }

    @Test
    void the_store_of_another_module_is_used() {
        assertThat(codecs(null).missingForStoring())
                .hasValue("a bean of type io.github.asynqee.codecs.PayloadStore, which stores them");
        find(PayloadStore.class);

        assertThat(codecs(null).missingForStoring()).isEmpty();
        PayloadCodec codec = codecs(null).codec(STORES);
        Coded coded = codec.encode(new byte[]{ 7 }, "q", "t");
        assertThat(coded.marks()).isEqualTo(Map.of("payload-codec", "reference"));
        assertThat(codec.decode(coded.payload(), coded.marks())).containsExactly(7);
    }

    @Test
    void keys_beside_the_module_come_first() {
        find();
        find();

        assertThat(codecs(new Keys("near")).missingForEncryption()).isEmpty();
        assertThat(keyOf(codecs(new Keys("near")))).isEqualTo("near");
    }

    @Test
    void without_exactly_one_bean_nothing_is_encrypted() {
        assertThat(codecs(null).missingForEncryption()).hasValueSatisfying(
                missing -> assertThat(missing).contains("PayloadKeys").doesNotContain("several"));
        find();
        find();
        assertThat(codecs(null).missingForEncryption())
                .hasValueSatisfying(missing -> assertThat(missing).contains("several"));
        assertThatThrownBy(() -> codecs(null).codec(CodecConfig.UNCHANGED).decode(new byte[50],
                Map.of("payload-codec", "aes-gcm", "payload-key", "k"))).hasMessageContaining("exactly one bean");
    }
}
