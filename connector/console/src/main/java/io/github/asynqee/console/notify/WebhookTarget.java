package io.github.asynqee.console.notify;

import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import io.github.asynqee.console.config.AlertTarget;

/** Posts JSON to an address of the configuration. Follows no redirect and reads no answer but its status. */
final class WebhookTarget implements Target {

    static final String TIMESTAMP = "X-Asynq-Timestamp";
    static final String SIGNATURE = "X-Asynq-Signature";

    private static final int CONNECT_MILLIS = 5_000;
    private static final int ANSWER_MILLIS = 10_000;
    private static final String HMAC = "HmacSHA256";

    private final AlertTarget config;

    WebhookTarget(AlertTarget config) {
        this.config = config;
    }

    @Override
    public String name() {
        return config.name();
    }

    @Override
    public String kind() {
        return "webhook";
    }

    @Override
    public String shown() {
        URI uri = URI.create(config.url());
        return uri.getScheme() + "://" + uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort()) + "/…"
                + (config.secret() == null ? "" : " (signed)");
    }

    @Override
    public void send(Message message) throws DeliveryException {
        byte[] body = message.json().getBytes(StandardCharsets.UTF_8);
        int status = post(body, String.valueOf(message.at().getEpochSecond()));
        if (status / 100 != 2) {
            throw new DeliveryException("the webhook answered with status " + status, null);
        }
    }

    private int post(byte[] body, String timestamp) throws DeliveryException {
        boolean isSent = false;
        try {
            HttpURLConnection connection = request(body, timestamp);
            try {
                try (OutputStream out = connection.getOutputStream()) {
                    isSent = true;
                    out.write(body);
                }
                return connection.getResponseCode();
            } finally {
                connection.disconnect();
            }
        } catch (SocketTimeoutException e) {
            throw new DeliveryException("the webhook did not answer in time", e, isSent);
        } catch (IOException e) {
            throw new DeliveryException("the webhook cannot be reached", e, isSent);
        }
    }

    private HttpURLConnection request(byte[] body, String timestamp) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) URI.create(config.url()).toURL().openConnection();
        connection.setRequestMethod("POST");
        connection.setInstanceFollowRedirects(false);
        connection.setUseCaches(false);
        connection.setConnectTimeout(CONNECT_MILLIS);
        connection.setReadTimeout(ANSWER_MILLIS);
        connection.setDoOutput(true);
        // without a fixed length the client repeats a request on its own if the connection breaks
        connection.setFixedLengthStreamingMode(body.length);
        connection.setRequestProperty("Content-Type", "application/json; charset=utf-8");
        connection.setRequestProperty("User-Agent", "asynq-console");
        connection.setRequestProperty(TIMESTAMP, timestamp);
        if (config.secret() != null) {
            connection.setRequestProperty(SIGNATURE, "sha256=" + signature(config.secret(), timestamp, body));
        }
        return connection;
    }

    /** HMAC-SHA256 of the time, a dot and the body, in hexadecimal digits. */
    static String signature(String secret, String timestamp, byte[] body) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), HMAC));
            mac.update((timestamp + ".").getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
