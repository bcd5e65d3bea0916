package io.github.asynqee.messaging.internal.cdi;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import jakarta.enterprise.inject.literal.InjectLiteral;
import jakarta.enterprise.inject.spi.AfterTypeDiscovery;
import jakarta.enterprise.inject.spi.AnnotatedConstructor;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.util.AnnotationLiteral;

import io.github.asynqee.messaging.internal.config.ApplicationConfig;
import io.github.asynqee.messaging.internal.config.IncomingConfig;
import io.github.asynqee.messaging.internal.outgoing.IdleSender;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** Gives an {@link IdleSender} to channels of dead letters that the application itself sends nothing to. */
final class IdleSenders {

    private final Set<String> used = ConcurrentHashMap.newKeySet();

    private static final class ChannelLiteral extends AnnotationLiteral<Channel> implements Channel {

        private static final long serialVersionUID = 1L;

        private final String name;

        ChannelLiteral(String name) {
            this.name = name;
        }

        @Override
        public String value() {
            return name;
        }
    }

    /** Remembers the channels a class of the application uses, in either direction. */
    void look(AnnotatedType<?> type) {
        type.getMethods().forEach(method -> {
            Outgoing outgoing = method.getAnnotation(Outgoing.class);
            if (outgoing != null) {
                used.add(outgoing.value());
            }
            method.getParameters().forEach(parameter -> use(parameter.getAnnotation(Channel.class)));
        });
        for (AnnotatedConstructor<?> constructor : type.getConstructors()) {
            constructor.getParameters().forEach(parameter -> use(parameter.getAnnotation(Channel.class)));
        }
        type.getFields().forEach(field -> use(field.getAnnotation(Channel.class)));
    }

    private void use(Channel channel) {
        if (channel != null) {
            used.add(channel.value());
        }
    }

    /** Adds what is missing, when all classes have been looked at. */
    void add(ApplicationConfig config, AfterTypeDiscovery event) {
        Set<String> letters = config.incoming().values().stream().map(IncomingConfig::deadLetter)
                .filter(channel -> channel != null && !used.contains(channel))
                .collect(Collectors.toCollection(TreeSet::new));
        for (String channel : letters) {
            event.addAnnotatedType(IdleSender.class, IdleSender.class.getName() + ":" + channel).fields()
                    .forEach(field -> field.add(InjectLiteral.INSTANCE).add(new ChannelLiteral(channel)));
        }
    }
}
