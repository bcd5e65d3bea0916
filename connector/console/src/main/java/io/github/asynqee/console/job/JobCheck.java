package io.github.asynqee.console.job;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BiPredicate;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import io.github.asynqee.console.config.ConsoleConfig;
import io.github.asynqee.console.config.QueueScope;

/**
 * Checks a job before each of its steps. It was allowed when it was created, but since then the configuration may have
 * changed, and anyone who can write to Redis may have changed or forged the job.
 *
 * @param readOnly whether this console rejects changes
 * @param key the key that signs jobs, {@code null} if jobs are not signed
 * @param scopes whether the configuration can give a user a scope
 * @param mask a digest of the masking settings, empty without masking
 */
public record JobCheck(boolean readOnly, String key, BiPredicate<String, QueueScope> scopes, String mask) {

    private static final String HMAC = "HmacSHA256";
    private static final String SIGNATURE = "signature";
    private static final String MASK = "mask";
    /** The fields that are signed: they are set when a user creates a job. Other fields are written later. */
    private static final List<String> SIGNED = List.of("action", "q", "reason", "user", "pace", "matching", "total",
            "startedAt", "drops", "scope", "queues", "undoes", MASK);

    /** The check of a console. */
    public static JobCheck of(ConsoleConfig config) {
        return new JobCheck(config.readOnly(), config.jobKey(), config::canHave, digest(config));
    }

    private static String digest(ConsoleConfig config) {
        if (config.mask().isEmpty() && !config.maskErrors()) {
            return "";
        }
        try {
            String masked = new TreeSet<>(config.mask()) + " " + config.maskErrors();
            return HexFormat.of().formatHex(
                    MessageDigest.getInstance("SHA-256").digest(masked.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Returns the job as this console stores it: with the digest of its masking settings, and signed if there is a key.
     */
    StoredJob sign(StoredJob job) {
        StoredJob masked = mask.isEmpty() ? job : job.with(Map.of(MASK, mask));
        return key == null ? masked : masked.with(Map.of(SIGNATURE, signature(masked)));
    }

    /**
     * Whether the query of the job matches the same tasks here as at the console that created it. A query cannot read
     * masked values, so with other masking settings it could match other tasks. An undo has no query.
     */
    boolean hasSameMask(StoredJob job) {
        return job.undoes() != null || mask.equals(job.fields().getOrDefault(MASK, ""));
    }

    /** Whether the job is unchanged since a console with the same key created it. True without a key. */
    boolean isSigned(StoredJob job) {
        return key == null || MessageDigest.isEqual(signature(job).getBytes(StandardCharsets.UTF_8),
                job.fields().getOrDefault(SIGNATURE, "").getBytes(StandardCharsets.UTF_8));
    }

    /** Whether the user may still change the queues that the user could see when creating the job. */
    boolean isInScope(StoredJob job) {
        return scopes.test(job.user(), job.scope());
    }

    /**
     * Computes the signature. Names and values are preceded by their lengths, so that different jobs have different
     * bytes.
     */
    private String signature(StoredJob job) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), HMAC));
            update(mac, job.id());
            SIGNED.stream().filter(job.fields()::containsKey).forEach(name -> {
                update(mac, name);
                update(mac, job.fields().get(name));
            });
            return HexFormat.of().formatHex(mac.doFinal());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void update(Mac mac, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        mac.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
        mac.update(bytes);
    }

    /** The check without its key. */
    @Override
    public String toString() {
        return "JobCheck[readOnly=" + readOnly + ", signed=" + (key != null) + "]";
    }
}
