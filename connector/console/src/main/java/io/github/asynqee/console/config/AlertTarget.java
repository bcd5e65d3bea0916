package io.github.asynqee.console.config;

/**
 * Where alerts are sent: a webhook or mail addresses.
 *
 * @param name the name in the console, unique
 * @param url the address of the webhook, {@code null} for mail
 * @param secret signs the body of the webhook, {@code null} if it is not signed
 * @param session the JNDI name of a mail session of the application server, {@code null} if it is not used
 * @param server the mail server, {@code null} if it is not used
 * @param from the sender of mail, {@code null} for the sender of the mail session
 * @param to the recipients of mail, joined by commas, {@code null} for a webhook
 */
public record AlertTarget(String name, String url, String secret, String session, MailServer server, String from,
        String to) {

    static AlertTarget webhook(String name, String url, String secret) {
        return new AlertTarget(name, url, secret, null, null, null, null);
    }

    static AlertTarget mail(String name, String session, MailServer server, String from, String to) {
        return new AlertTarget(name, null, null, session, server, from, to);
    }

    public boolean isMail() {
        return url == null;
    }

    /** The target without its secret and its URL, whose path can also be a secret. */
    @Override
    public String toString() {
        return "alert target " + name;
    }
}
