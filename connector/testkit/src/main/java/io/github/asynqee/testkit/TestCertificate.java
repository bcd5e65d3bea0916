package io.github.asynqee.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;

/**
 * A self-signed certificate for {@code localhost} and {@code 127.0.0.1}, valid for two days, for tests with TLS.
 *
 * @param certificate the certificate, PEM
 * @param key its private key, PEM
 * @param trustStore a PKCS #12 store that trusts the certificate; its password is {@value #PASSWORD}
 * @param keyStore a PKCS #12 store with the certificate and its key; its password is {@value #PASSWORD}
 */
public record TestCertificate(Path certificate, Path key, Path trustStore, Path keyStore) {

    /** The password of the stores. */
    public static final String PASSWORD = "changeit";

    private static final String ALIAS = "redis";

    /**
     * Creates a certificate with the {@code keytool} of the running Java.
     *
     * @param directory the directory of the files
     * @return the files
     * @throws RedisStartException if {@code keytool} fails
     */
    public static TestCertificate create(Path directory) {
        Path keyStore = directory.resolve("redis.p12");
        try {
            // the file of an earlier run
            Files.deleteIfExists(keyStore);
            generate(keyStore);
            KeyStore store = KeyStore.getInstance("PKCS12");
            try (InputStream in = Files.newInputStream(keyStore)) {
                store.load(in, PASSWORD.toCharArray());
            }
            Certificate certificate = store.getCertificate(ALIAS);
            byte[] key = store.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded();
            return new TestCertificate(
                    pem(directory.resolve("redis.crt"), "CERTIFICATE", certificate.getEncoded()),
                    pem(directory.resolve("redis.key"), "PRIVATE KEY", key),
                    trustStore(directory.resolve("trust.p12"), certificate), keyStore);
        } catch (IOException | GeneralSecurityException e) {
            throw new RedisStartException("Could not create a certificate in " + directory, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RedisStartException("Interrupted while creating a certificate", e);
        }
    }

    private static void generate(Path keyStore) throws IOException, InterruptedException {
        Process keytool = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair",
                "-alias", ALIAS, "-keyalg", "EC", "-groupname", "secp256r1", "-validity", "2",
                "-dname", "CN=localhost", "-ext", "SAN=dns:localhost,ip:127.0.0.1",
                "-storetype", "PKCS12", "-keystore", keyStore.toString(), "-storepass", PASSWORD)
                .redirectErrorStream(true)
                .start();
        String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (keytool.waitFor() != 0) {
            throw new IOException(output);
        }
    }

    private static Path pem(Path file, String label, byte[] content) throws IOException {
        String body = Base64.getMimeEncoder(64, new byte[]{ '\n' }).encodeToString(content);
        return Files.writeString(file, "-----BEGIN " + label + "-----\n" + body + "\n-----END " + label + "-----\n");
    }

    private static Path trustStore(Path file, Certificate trusted) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry(ALIAS, trusted);
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, PASSWORD.toCharArray());
        }
        return file;
    }
}
