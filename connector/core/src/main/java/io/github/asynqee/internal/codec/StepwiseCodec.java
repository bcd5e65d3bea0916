package io.github.asynqee.internal.codec;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import javax.crypto.SecretKey;

import io.github.asynqee.internal.protocol.PayloadCodec;

/**
 * Compresses payloads above a size, and then encrypts them. The mark lists the applied steps in order: {@code deflate},
 * {@code aes-gcm} or {@code deflate,aes-gcm}. The codec can decode all of them, even if it is configured to apply
 * fewer.
 */
public final class StepwiseCodec implements PayloadCodec {

    private static final String BOTH = Deflate.NAME + "," + AesGcm.NAME;

    /** The marks that it knows. */
    public static final Set<String> NAMES = Set.of(Deflate.NAME, AesGcm.NAME, BOTH);

    private final int compressAbove;
    private final boolean encrypts;
    private final CodecKeys keys;
    private final AesGcm cipher;
    private final int maxInflated;

    /**
     * Creates a codec.
     *
     * @param compressAbove the size in bytes above which payloads are compressed, if that makes them smaller
     * @param encrypts whether payloads are encrypted
     * @param keys the keys, {@code null} if there are none
     * @param random chooses nonces
     */
    public StepwiseCodec(int compressAbove, boolean encrypts, CodecKeys keys, SecureRandom random) {
        this(compressAbove, encrypts, keys, random, Deflate.MAX_INFLATED);
    }

    private StepwiseCodec(int compressAbove, boolean encrypts, CodecKeys keys, SecureRandom random, int maxInflated) {
        this.compressAbove = compressAbove;
        this.encrypts = encrypts;
        this.keys = keys;
        this.cipher = new AesGcm(random);
        this.maxInflated = maxInflated;
    }

    /**
     * Creates a codec that decodes payloads and does not change payloads when it encodes them.
     *
     * @param keys the keys, {@code null} if there are none
     * @param maxBytes maximum size of a decompressed payload; larger payloads are rejected
     * @return the codec
     */
    public static StepwiseCodec reader(CodecKeys keys, int maxBytes) {
        return new StepwiseCodec(Integer.MAX_VALUE, false, keys, new SecureRandom(), maxBytes);
    }

    /** Whether a payload with these headers may be encrypted. An unknown codec counts as encryption. */
    public static boolean hides(Map<String, String> headers) {
        return headers.containsKey(CODEC_HEADER) && !headers.get(CODEC_HEADER).equals(Deflate.NAME);
    }

    @Override
    public Coded encode(byte[] payload) {
        byte[] compressed = payload.length > compressAbove && payload.length <= Deflate.MAX_INFLATED
                ? Deflate.deflate(payload) : payload;
        boolean isCompressed = compressed.length < payload.length;
        byte[] bytes = isCompressed ? compressed : payload;
        if (!encrypts) {
            return new Coded(bytes, isCompressed ? Map.of(CODEC_HEADER, Deflate.NAME) : Map.of());
        }
        String id = keys.currentId();
        if (id == null) {
            throw new IllegalStateException("PayloadKeys.currentId() returned null");
        }
        SecretKey key = found(keys.key(id)).orElseThrow(
                () -> new IllegalStateException(
                        "PayloadKeys has no key \"" + id + "\", although currentId() returns this ID"));
        Map<String, String> marks = Map.of(CODEC_HEADER, isCompressed ? BOTH : AesGcm.NAME, KEY_HEADER, id);
        return new Coded(cipher.encrypt(bytes, key, authenticated(marks)), marks);
    }

    @Override
    public byte[] decode(byte[] payload, Map<String, String> headers) {
        String codec = headers.get(CODEC_HEADER);
        if (codec == null) {
            return payload;
        }
        return switch (codec) {
            case Deflate.NAME -> Deflate.inflate(payload, maxInflated);
            case AesGcm.NAME -> decrypt(payload, headers);
            case BOTH -> Deflate.inflate(decrypt(payload, headers), maxInflated);
            default -> throw new NotYetException(Problem.CODEC,
                    "its payload has a codec that this server does not know (" + CODEC_HEADER + ": " + codec + ")");
        };
    }

    private byte[] decrypt(byte[] payload, Map<String, String> headers) {
        String id = headers.get(KEY_HEADER);
        if (id == null) {
            throw new IllegalArgumentException("it is encrypted, and has no header " + KEY_HEADER);
        }
        AesGcm.requireEncrypted(payload);
        SecretKey key = key(id);
        try {
            return cipher.decrypt(payload, key, authenticated(headers));
        } catch (GeneralSecurityException | RuntimeException e) {
            // also thrown if the device that has the key is unreachable
            throw NotYetException.because(Problem.KEY, "its payload cannot be decrypted by the key \"" + id
                    + "\": this server has another key of this ID, or cannot use it now, or the payload or its headers "
                    + "were changed (" + e.getMessage() + ")", e);
        }
    }

    /**
     * Another server may have the key, or this server may get it later, so a missing key is not a failure of the task.
     */
    private SecretKey key(String id) {
        if (keys == null) {
            throw new NotYetException(Problem.KEY, "its payload is encrypted by the key \"" + id
                    + "\", and the application does not have exactly one bean of type PayloadKeys");
        }
        Optional<SecretKey> key;
        try {
            key = found(keys.key(id));
        } catch (RuntimeException e) {
            // omits the message of the cause: the text is stored with the task, and the message may describe the key
            // store
            throw NotYetException.because(Problem.KEY,
                    "its payload is encrypted by the key \"" + id + "\", and PayloadKeys failed: "
                            + e.getClass().getName(),
                    e);
        }
        return key.orElseThrow(() -> new NotYetException(Problem.KEY,
                "its payload is encrypted by the key \"" + id + "\", which this server does not have"));
    }

    private static Optional<SecretKey> found(Optional<SecretKey> key) {
        if (key == null) {
            throw new IllegalStateException("PayloadKeys.key(id) returned null");
        }
        return key;
    }

    private static String authenticated(Map<String, String> headers) {
        return headers.get(CODEC_HEADER) + "\n" + headers.get(KEY_HEADER);
    }
}
