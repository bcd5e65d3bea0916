package io.github.asynqee.console.notify;

import java.util.List;
import java.util.stream.Stream;

import io.github.asynqee.console.config.AlertTarget;

/** Sends mail, to a mail server or through a mail session of the application server. Jakarta Mail is not needed unless a message is sent. */
final class MailTarget implements Target {

    private final AlertTarget config;

    MailTarget(AlertTarget config) {
        this.config = config;
    }

    @Override
    public String name() {
        return config.name();
    }

    @Override
    public String kind() {
        return "mail";
    }

    /** The first letter and the domain of each address. */
    @Override
    public String shown() {
        return String.join(", ", addresses().stream()
                .map(address -> address.charAt(0) + "…" + address.substring(address.indexOf('@'))).toList());
    }

    private List<String> addresses() {
        return Stream.of(config.to().split(",")).map(String::strip).toList();
    }

    @Override
    public void send(Message message) throws DeliveryException {
        try {
            MailSender.send(config, addresses(), message);
        } catch (NoClassDefFoundError e) {
            throw new DeliveryException("this server has no Jakarta Mail: add its mail feature", e);
        }
    }
}
