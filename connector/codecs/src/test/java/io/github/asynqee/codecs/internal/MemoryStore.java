package io.github.asynqee.codecs.internal;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import io.github.asynqee.codecs.PayloadStore;

/** A store that tests can inspect and cause to fail. */
class MemoryStore implements PayloadStore {

    final Map<String, byte[]> payloads = new ConcurrentHashMap<>();
    IOException failure;

    @Override
    public String put(byte[] payload, String queue, String type) throws IOException {
        requireReachable();
        String reference = queue + "/" + type + "/" + payloads.size();
        payloads.put(reference, payload.clone());
        return reference;
    }

    @Override
    public Optional<InputStream> get(String reference) throws IOException {
        requireReachable();
        return Optional.ofNullable(payloads.get(reference)).map(ByteArrayInputStream::new);
    }

    private void requireReachable() throws IOException {
        if (failure != null) {
            throw failure;
        }
    }
}
