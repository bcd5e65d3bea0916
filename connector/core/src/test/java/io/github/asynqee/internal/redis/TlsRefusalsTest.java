package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.TestCertificate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Errors of TLS name the option that has to be changed, and the reason. */
@Timeout(120)
class TlsRefusalsTest {

    @TempDir
    private static Path directory;
    private static TestCertificate certificate;
    private static TestCertificate other;
    private static EmbeddedRedis redis;

    @BeforeAll
    static void start() throws IOException {
        certificate = TestCertificate.create(Files.createDirectory(directory.resolve("own")));
        other = TestCertificate.create(Files.createDirectory(directory.resolve("other")));
        redis = EmbeddedRedis.builder().tls(certificate).config("bind", "127.0.0.1", "127.0.0.2")
                .config("tls-auth-clients", "yes").start();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    private static String trust(TestCertificate trusted) {
        return "?trust-store=" + trusted.trustStore() + "&trust-store-password=" + TestCertificate.PASSWORD;
    }

    private static String key(TestCertificate client) {
        return "&key-store=" + client.keyStore() + "&key-store-password=" + TestCertificate.PASSWORD;
    }

    private static String refusal(String url) {
        try (Broker broker = RedisBroker.connect(RedisConfig.of(url))) {
            StoreResult result = broker.producerCommands().store(List.of(Tasks.pending("default", "t0"))).get(0);
            assertThat(result).isInstanceOf(StoreResult.Failed.class);
            return ((StoreResult.Failed) result).error().getMessage();
        }
    }

    @Test
    void a_certificate_for_another_host() {
        String elsewhere = redis.url().replace("127.0.0.1", "127.0.0.2");
        assertThat(refusal(elsewhere + trust(certificate) + key(certificate)))
                .contains("No subject alternative names matching IP address 127.0.0.2", "tls-server", "tls-verify=ca");
        assertThat(refusal(redis.url() + trust(certificate) + key(certificate) + "&tls-server=redis.example.com"))
                .contains("redis.example.com", "tls-server");
    }

    @Test
    void an_unknown_authority() {
        assertThat(refusal(redis.url() + trust(other) + key(certificate)))
                .contains("no authority in trust-store has issued the certificate of Redis");
        assertThat(refusal(redis.url() + "?" + key(certificate).substring(1)))
                .contains("trust-store is not set, and no authority that the JVM trusts");
    }

    @Test
    void a_missing_and_a_foreign_certificate_of_the_client() {
        assertThat(refusal(redis.url() + trust(certificate)))
                .contains("key-store is not set: Redis may demand a certificate of the client");
        assertThat(refusal(redis.url() + trust(certificate) + key(other)))
                .contains("Redis may not accept the certificate in key-store");
    }

    @Test
    void a_url_without_tls() {
        assertThat(refusal(redis.url().replace("rediss:", "redis:"))).contains("rediss://");
    }

    @Test
    void stores_that_cannot_be_used_are_reported_at_the_start() throws IOException {
        String trust = trust(certificate);
        String key = key(certificate);
        assertInvalid(trust.replace(TestCertificate.PASSWORD, "wrong"), "trust-store", "trust-store-password must be");
        assertInvalid(trust + key.replace(TestCertificate.PASSWORD, "wrong"), "key-store",
                "key-store-password must be");
        assertInvalid(trust + key.replace("redis.p12", "trust.p12"), "key-store", "has no private key");
        assertInvalid(trust.replace("trust.p12", "redis.p12"), "trust-store", "has no certificate");
        Path text = Files.writeString(directory.resolve("text"), "no store");
        assertInvalid("?trust-store=" + text, "trust-store", "allowed: a PKCS12 or JKS file");
    }

    private static void assertInvalid(String options, String... texts) {
        assertThatIllegalArgumentException().isThrownBy(() -> RedisConfig.of(redis.url() + options))
                .satisfies(e -> assertThat(e.getMessage()).contains(texts).doesNotContain("=wrong"));
    }
}
