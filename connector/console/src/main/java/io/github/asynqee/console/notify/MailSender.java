package io.github.asynqee.console.notify;

import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.List;
import java.util.Properties;

import javax.naming.InitialContext;
import javax.naming.NamingException;

import jakarta.mail.Authenticator;
import jakarta.mail.Message.RecipientType;
import jakarta.mail.MessagingException;
import jakarta.mail.PasswordAuthentication;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;

import io.github.asynqee.console.config.AlertTarget;
import io.github.asynqee.console.config.MailServer;

/** The only class that refers to Jakarta Mail: it is loaded for the first message. */
final class MailSender {

    private static final String CONNECT_MILLIS = "5000";
    private static final String ANSWER_MILLIS = "10000";

    private MailSender() {}

    static void send(AlertTarget target, List<String> to, Message message) throws DeliveryException {
        try {
            Session session = target.server() == null ? (Session) new InitialContext().lookup(target.session())
                    : session(target.server());
            send(session, target.from(), to, message);
        } catch (NamingException e) {
            throw new DeliveryException("the server has no mail session of the configured name; correct the name,"
                    + " or configure a mail server instead of a session", e);
        } catch (ClassCastException e) {
            throw new DeliveryException("the configured name is not the name of a mail session", e);
        } catch (MessagingException e) {
            throw new DeliveryException("the mail server cannot be reached or refused the mail", e, isTimeout(e));
        }
    }

    private static Session session(MailServer server) {
        String protocol = server.tls() ? "smtps" : "smtp";
        String prefix = "mail." + protocol + ".";
        Properties properties = new Properties();
        properties.setProperty("mail.transport.protocol.rfc822", protocol);
        properties.setProperty(prefix + "host", server.host());
        properties.setProperty(prefix + "port", String.valueOf(server.port()));
        properties.setProperty(prefix + "ssl.checkserveridentity", "true");
        properties.setProperty(prefix + "starttls.enable", "true");
        // a password is not sent in plain text
        properties.setProperty(prefix + "starttls.required", String.valueOf(server.user() != null && !server.tls()));
        properties.setProperty(prefix + "auth", String.valueOf(server.user() != null));
        return Session.getInstance(properties, new Authenticator() {

            @Override
            protected PasswordAuthentication getPasswordAuthentication() {
                return server.user() == null ? null : new PasswordAuthentication(server.user(), server.password());
            }
        });
    }

    /**
     * Whether the failure is a timeout. After a timeout the mail may have been sent, because it is unknown which answer
     * was late.
     */
    static boolean isTimeout(MessagingException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SocketTimeoutException) {
                return true;
            }
        }
        return false;
    }

    static void send(Session session, String from, List<String> to, Message message) throws MessagingException {
        limit(session.getProperties());
        MimeMessage mail = new MimeMessage(session);
        if (from == null) {
            mail.setFrom();
        } else {
            mail.setFrom(new InternetAddress(from, true));
        }
        for (String address : to) {
            mail.addRecipient(RecipientType.TO, new InternetAddress(address, true));
        }
        mail.setSubject(message.subject(), StandardCharsets.UTF_8.name());
        mail.setText(message.text(), StandardCharsets.UTF_8.name());
        mail.setSentDate(Date.from(message.at()));
        mail.setHeader("Auto-Submitted", "auto-generated");
        // all mail about an incident is one conversation
        String thread = "<" + message.id() + "@asynq-console>";
        mail.setHeader("In-Reply-To", thread);
        mail.setHeader("References", thread);
        Transport.send(mail);
    }

    /** Sets time limits, because by default Jakarta Mail waits forever for a mail server that does not answer. */
    private static void limit(Properties properties) {
        for (String protocol : List.of("smtp", "smtps")) {
            properties.putIfAbsent("mail." + protocol + ".connectiontimeout", CONNECT_MILLIS);
            properties.putIfAbsent("mail." + protocol + ".timeout", ANSWER_MILLIS);
            properties.putIfAbsent("mail." + protocol + ".writetimeout", ANSWER_MILLIS);
        }
    }
}
