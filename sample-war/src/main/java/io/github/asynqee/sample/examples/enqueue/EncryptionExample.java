package io.github.asynqee.sample.examples.enqueue;

import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.Task;
import io.github.asynqee.codecs.PayloadKeys;
import io.github.asynqee.sample.examples.run.Example;
import io.github.asynqee.sample.examples.run.ExampleLog;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Payloads that cannot be read in Redis: {@code encrypt=true} in the configuration, and a bean that has the keys. */
@ApplicationScoped
public class EncryptionExample implements Example {

    @Inject
    @Channel("referrals-out")
    private Emitter<Task<Referral>> referrals;
    @Inject
    private ExampleLog log;

    /** A patient, and a letter for the next doctor. */
    public record Referral(String patient, String letter) {}

    /** The keys by their IDs; the next key will be the key of 2027. */
    @ApplicationScoped
    public static class ClinicKeys implements PayloadKeys {

        private final byte[] key = Base64.getDecoder()
                .decode(ConfigProvider.getConfig().getValue("clinic.key.2026", String.class));

        @Override
        public String currentId() {
            return "2026";
        }

        @Override
        public Optional<SecretKey> key(String id) {
            return id.equals("2026") ? Optional.of(new SecretKeySpec(key, "AES")) : Optional.empty();
        }
    }

    /** Sends a referral with a long letter, which is also compressed. */
    @Override
    public CompletionStage<?> run() {
        Referral referral = new Referral("Ada", "She has a fever. ".repeat(100));
        return referrals.send(Task.ofPayload(referral).id("referral-1"));
    }

    /** Receives the original payload. */
    @Incoming("referrals")
    public void admit(Referral referral) {
        log.add("EncryptionExample", referral.patient() + ", " + referral.letter().length() + " characters");
    }
}
