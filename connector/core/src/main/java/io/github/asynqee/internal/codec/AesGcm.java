package io.github.asynqee.internal.codec;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;

import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Encryption by AES-GCM: a random nonce of 12 bytes, then the encrypted bytes and their tag of 16. The headers that
 * describe the encoding are authenticated with the payload. With random nonces, one key can encrypt 2^32 payloads.
 */
final class AesGcm {

    /** Its name in the header. */
    static final String NAME = "aes-gcm";

    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final int NONCE = 12;
    private static final int TAG = 16;

    private final SecureRandom random;

    AesGcm(SecureRandom random) {
        this.random = random;
    }

    byte[] encrypt(byte[] bytes, SecretKey key, String headers) {
        byte[] nonce = new byte[NONCE];
        random.nextBytes(nonce);
        try {
            Cipher cipher = cipher(Cipher.ENCRYPT_MODE, key, nonce, headers);
            ByteBuffer out = ByteBuffer.allocate(NONCE + bytes.length + TAG).put(nonce);
            cipher.doFinal(ByteBuffer.wrap(bytes), out);
            return out.array();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a payload cannot be encrypted: " + e.getMessage(), e);
        }
    }

    /** @throws IllegalArgumentException if the bytes are too short to be encrypted */
    static void requireEncrypted(byte[] bytes) {
        if (bytes.length < NONCE + TAG) {
            throw new IllegalArgumentException("it is too short to be encrypted");
        }
    }

    /**
     * @throws GeneralSecurityException if the bytes, the headers or the key differ from the bytes, headers or key of
     *        the encryption
     */
    byte[] decrypt(byte[] bytes, SecretKey key, String headers) throws GeneralSecurityException {
        byte[] nonce = new byte[NONCE];
        ByteBuffer in = ByteBuffer.wrap(bytes).get(nonce);
        ByteBuffer out = ByteBuffer.allocate(bytes.length - NONCE - TAG);
        cipher(Cipher.DECRYPT_MODE, key, nonce, headers).doFinal(in, out);
        return out.array();
    }

    private static Cipher cipher(int mode, SecretKey key, byte[] nonce, String headers)
            throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(CIPHER);
        cipher.init(mode, key, new GCMParameterSpec(8 * TAG, nonce));
        cipher.updateAAD(headers.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }
}
