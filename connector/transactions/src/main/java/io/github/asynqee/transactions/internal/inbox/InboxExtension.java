package io.github.asynqee.transactions.internal.inbox;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.enterprise.inject.spi.WithAnnotations;

import io.github.asynqee.messaging.internal.config.property.Attribute;
import io.github.asynqee.messaging.internal.config.property.ChannelNames;
import io.github.asynqee.messaging.internal.config.property.ConfigurationException;
import io.github.asynqee.messaging.internal.config.property.Scope;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Finds the handlers of channels with an inbox, and fails the deployment if a handler does not support an inbox. */
public class InboxExtension implements Extension {

    private final Set<String> channels = new TreeSet<>();
    private final Set<String> handled = new TreeSet<>();
    private final List<ConfigurationException> problems = new ArrayList<>();

    /** Creates the extension; done by the container. */
    public InboxExtension() {}

    void readChannels(@Observes BeforeBeanDiscovery event) {
        Config config = ConfigProvider.getConfig();
        ChannelNames.of(config, Scope.INCOMING).stream()
                .filter(channel -> config.getOptionalValue(property(channel), String.class)
                        .filter(name -> !name.isBlank()).isPresent())
                .forEach(channels::add);
    }

    private static String property(String channel) {
        return Scope.INCOMING.prefix(channel) + Attribute.INBOX_DATASOURCE.key();
    }

    <T> void bindHandlers(@Observes @WithAnnotations(Incoming.class) ProcessAnnotatedType<T> event) {
        Class<?> bean = event.getAnnotatedType().getJavaClass();
        event.configureAnnotatedType().filterMethods(this::hasInbox).forEach(method -> {
            String channel = method.getAnnotated().getAnnotation(Incoming.class).value();
            handled.add(channel);
            InboxHandler.problem(bean, method.getAnnotated().getJavaMember())
                    .ifPresent(problem -> problems.add(new ConfigurationException(
                            property(channel) + " is set, and " + bean.getSimpleName() + "."
                                    + method.getAnnotated().getJavaMember().getName() + " " + problem)));
            method.add(InboxBinding.Literal.INSTANCE);
        });
    }

    private boolean hasInbox(AnnotatedMethod<?> method) {
        Incoming incoming = method.getAnnotation(Incoming.class);
        return incoming != null && channels.contains(incoming.value());
    }

    void reportProblems(@Observes AfterDeploymentValidation event) {
        channels.stream().filter(channel -> !handled.contains(channel))
                .forEach(channel -> problems.add(new ConfigurationException(
                        property(channel) + " is set, and no method has @Incoming(\"" + channel + "\")")));
        problems.forEach(event::addDeploymentProblem);
    }
}
