package io.github.asynqee.server.faults.app;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

import jakarta.enterprise.context.ApplicationScoped;

import io.github.asynqee.codecs.PayloadKeys;

/** Keys for payloads. A new key is used every ten seconds. */
@ApplicationScoped
public class Keys implements PayloadKeys {

    private static final int ROTATION_MILLIS = 10_000;
    private static final int KEYS = 3;

    @Override
    public String currentId() {
        return String.valueOf(System.currentTimeMillis() / ROTATION_MILLIS % KEYS);
    }

    @Override
    public Optional<SecretKey> key(String id) {
        return Optional.of(new SecretKeySpec(("key of a test, " + id).getBytes(StandardCharsets.UTF_8), "AES"));
    }
}
