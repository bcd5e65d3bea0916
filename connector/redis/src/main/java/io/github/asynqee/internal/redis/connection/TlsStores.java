package io.github.asynqee.internal.redis.connection;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Collections;
import java.util.Locale;

/** Checks at the start that stores of certificates can be opened, and contain the required entries. */
final class TlsStores {

    private TlsStores() {}

    /**
     * Checks a store of certificates that are trusted.
     *
     * @param path the file, {@code null} for none
     * @param password its password, {@code null} if it has none
     * @throws IllegalArgumentException if it cannot be opened or has no certificate; the message names the options
     */
    static void requireCertificates(Path path, String password) {
        require("trust-store", "certificate", path, password, KeyStore::isCertificateEntry);
    }

    /** Like {@link #requireCertificates}, for a private key. */
    static void requireKey(Path path, String password) {
        require("key-store", "private key", path, password, KeyStore::isKeyEntry);
    }

    private interface Kind {
        boolean has(KeyStore store, String alias) throws GeneralSecurityException;
    }

    private static void require(String option, String kind, Path path, String password, Kind wanted) {
        if (path == null) {
            return;
        }
        try {
            KeyStore store = KeyStore.getInstance(path.toFile(),
                    password == null ? new char[0] : password.toCharArray());
            for (String alias : Collections.list(store.aliases())) {
                if (wanted.has(store, alias)) {
                    return;
                }
            }
        } catch (IOException e) {
            throw new IllegalArgumentException(String.format(Locale.ROOT,
                    "%s \"%s\" cannot be opened: %s; %s-password must be its password", option, path, e.getMessage(),
                    option), e);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(String.format(Locale.ROOT,
                    "%s \"%s\" cannot be read: %s; allowed: a PKCS12 or JKS file", option, path, e.getMessage()), e);
        }
        throw new IllegalArgumentException(String.format(Locale.ROOT, "%s \"%s\" has no %s", option, path, kind));
    }
}
