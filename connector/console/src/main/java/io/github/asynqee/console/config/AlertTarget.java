package io.github.asynqee.console.config;

/**
 * Where alerts are sent: a webhook or mail addresses.
 *
 * @param name names it in the console; unique
 * @param url the address of the webhook, {@code null} for mail
 * @param secret signs the body of the webhook, {@code null} if it is not signed
 * @param session the JNDI name of the server's mail session, {@code null} for a webhook
 * @param from the sender of mail, {@code null} for that of the mail session
 * @param to the recipients of mail, joined by commas, {@code null} for a webhook
 */
public record AlertTarget(String name, String url, String secret, String session, String from, String to) {

    static AlertTarget webhook(String name, String url, String secret) {
        return new AlertTarget(name, url, secret, null, null, null);
    }

    static AlertTarget mail(String name, String session, String from, String to) {
        return new AlertTarget(name, null, null, session, from, to);
    }

    public boolean isMail() {
        return session != null;
    }

    /** Without the secret and the URL, whose path can be a secret too. */
    @Override
    public String toString() {
        return "alert target " + name;
    }
}
