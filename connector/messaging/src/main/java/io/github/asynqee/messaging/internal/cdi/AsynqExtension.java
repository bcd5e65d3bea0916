package io.github.asynqee.messaging.internal.cdi;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.literal.NamedLiteral;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.AfterTypeDiscovery;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import jakarta.enterprise.inject.spi.BeforeShutdown;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ObserverMethod;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.enterprise.inject.spi.ProcessBean;
import jakarta.enterprise.inject.spi.ProcessBeanAttributes;
import jakarta.enterprise.inject.spi.ProcessInjectionPoint;
import jakarta.enterprise.inject.spi.ProcessManagedBean;
import jakarta.enterprise.inject.spi.ProcessObserverMethod;
import jakarta.enterprise.inject.spi.WithAnnotations;
import jakarta.interceptor.Interceptor;

import io.github.asynqee.messaging.Periodic;
import io.github.asynqee.messaging.internal.config.ApplicationConfig;
import io.github.asynqee.messaging.internal.config.CronConfig;
import io.github.asynqee.messaging.internal.config.property.ChannelNames;
import io.github.asynqee.messaging.internal.config.property.ConfigurationException;
import io.github.asynqee.messaging.internal.config.property.Scope;
import io.github.asynqee.messaging.internal.events.EventObservers;
import io.github.asynqee.messaging.internal.health.AsynqLiveness;
import io.github.asynqee.messaging.internal.health.AsynqReadiness;
import io.github.asynqee.messaging.internal.incoming.ChannelCheck;
import io.github.asynqee.messaging.internal.incoming.FaultTolerance;
import io.github.asynqee.messaging.internal.incoming.HandlerMethod;
import io.github.asynqee.messaging.internal.incoming.HandlerRegistry;
import io.github.asynqee.messaging.internal.incoming.HandlerSignatures;
import io.github.asynqee.messaging.internal.incoming.OtherThread;
import io.github.asynqee.messaging.internal.payload.CodecModule;
import io.github.asynqee.messaging.internal.payload.CodecSupport;
import io.github.asynqee.messaging.internal.periodic.ConfiguredEntries;
import io.github.asynqee.messaging.internal.periodic.PeriodicMethod;
import io.github.asynqee.messaging.internal.periodic.PeriodicMethods;
import io.github.asynqee.messaging.internal.retry.RetryDelays;
import io.github.asynqee.messaging.internal.runtime.ApplicationLife;
import io.github.asynqee.messaging.internal.transactions.TransactionModule;
import io.github.asynqee.messaging.internal.transactions.TransactionSupport;
import io.github.asynqee.periodic.PayloadSource;
import io.github.asynqee.worker.RetryDelay;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Outgoing;
import org.jspecify.annotations.Nullable;

/**
 * Reads the configuration and finds the application's handlers during deployment, guards the handlers that need it, and
 * fails the deployment if there are problems.
 */
public class AsynqExtension implements Extension {

    private static final Logger LOG = System.getLogger(AsynqExtension.class.getName());

    private final HandlerRegistry handlers = new HandlerRegistry();
    private final EventObservers observers = new EventObservers();
    private final PeriodicMethods periodicMethods = new PeriodicMethods();
    private final HandlerClasses handlerClasses = new HandlerClasses();
    private final ModuleCheck modules = new ModuleCheck();
    private final FoundBeans<RetryDelay> retryDelays = new FoundBeans<>(RetryDelay.class);
    private final List<String> refused = new CopyOnWriteArrayList<>();
    private Set<String> channels = Set.of();
    private Set<String> outgoing = Set.of();
    private ApplicationConfig.Result configuration = new ApplicationConfig.Result(null,
            List.of(new ConfigurationException("the configuration was not read")));
    private volatile @Nullable ApplicationLife life;

    /** Creates the extension; done by the container. */
    public AsynqExtension() {}

    void readChannels(@Observes BeforeBeanDiscovery event) {
        channels = ChannelNames.of(ConfigProvider.getConfig(), Scope.INCOMING);
        outgoing = ChannelNames.of(ConfigProvider.getConfig(), Scope.OUTGOING);
    }

    <T> void guardHandlers(@Observes @WithAnnotations(Incoming.class) ProcessAnnotatedType<T> event) {
        Class<?> bean = event.getAnnotatedType().getJavaClass();
        handlerClasses.include(bean);
        event.configureAnnotatedType().filterMethods(method -> isOurs(method) && handler(bean, method).guarded())
                .forEach(method -> method.add(HandlerGuardBinding.Literal.INSTANCE));
        event.configureAnnotatedType()
                .filterMethods(method -> isOurs(method) && FaultTolerance.works(bean, method.getJavaMember()))
                .forEach(method -> method.add(RepeatGuardBinding.Literal.INSTANCE));
    }

    private boolean isOurs(AnnotatedMethod<?> method) {
        Incoming incoming = method.getAnnotation(Incoming.class);
        return incoming != null && channels.contains(incoming.value());
    }

    private static HandlerMethod handler(Class<?> bean, AnnotatedMethod<?> method) {
        return HandlerMethod.of(bean, method.getJavaMember(), method.getAnnotation(Incoming.class).value());
    }

    /** Reads the configuration after all handlers are known, because it may name classes of their modules. */
    void readConfiguration(@Observes AfterTypeDiscovery event) {
        Config config = ConfigProvider.getConfig();
        configuration = handlerClasses.visible(() -> ApplicationConfig.read(config));
    }

    void vetoReadinessIfDisabled(@Observes ProcessBeanAttributes<AsynqReadiness> event) {
        if (configuration.config() != null && !configuration.config().connector().readinessEnabled()) {
            event.veto();
        }
    }

    void vetoLivenessIfDisabled(@Observes ProcessBeanAttributes<AsynqLiveness> event) {
        if (configuration.config() != null && !configuration.config().connector().livenessEnabled()) {
            event.veto();
        }
    }

    <T> void findHandlers(@Observes ProcessManagedBean<T> event) {
        Class<?> bean = event.getAnnotatedBeanClass().getJavaClass();
        modules.include(bean);
        for (AnnotatedMethod<? super T> method : event.getAnnotatedBeanClass().getMethods()) {
            RepeatedIncoming.channels(method.getAnnotations()).filter(channels::contains)
                    .forEach(channel -> refused.add(bean.getSimpleName() + "." + method.getJavaMember().getName()
                            + " has several @Incoming, one of them for channel " + channel
                            + ": an asynq handler has only one; write a method for each channel"));
            if (isOurs(method)) {
                Stream.of(HandlerSignatures.problem(bean, method.getJavaMember()),
                        FaultTolerance.problem(bean, method.getJavaMember()),
                        OtherThread.problem(bean, method.getJavaMember())).flatMap(Optional::stream)
                        .forEach(refused::add);
                try {
                    handlers.add(handler(bean, method));
                } catch (IllegalArgumentException e) {
                    refused.add(e.getMessage());
                }
            } else if (producesOnly(method)) {
                HandlerSignatures.problem(bean, method.getJavaMember()).ifPresent(refused::add);
            }
        }
    }

    private boolean producesOnly(AnnotatedMethod<?> method) {
        Outgoing produced = method.getAnnotation(Outgoing.class);
        return produced != null && outgoing.contains(produced.value()) && !method.isAnnotationPresent(Incoming.class)
                && RepeatedIncoming.channels(method.getAnnotations()).findAny().isEmpty();
    }

    <T> void findPeriodicMethods(@Observes ProcessManagedBean<T> event) {
        for (AnnotatedMethod<? super T> method : event.getAnnotatedBeanClass().getMethods()) {
            Periodic periodic = method.getAnnotation(Periodic.class);
            if (periodic != null) {
                try {
                    periodicMethods.add(new PeriodicMethod(event.getBean(), method.getJavaMember(), periodic));
                } catch (IllegalArgumentException e) {
                    event.addDefinitionError(new ConfigurationException(e.getMessage()));
                }
            }
        }
    }

    <T> void findUpgrades(@Observes ProcessManagedBean<T> event, BeanManager beans) {
        try {
            UpgradeBeans.find(event.getBean(), event.getAnnotatedBeanClass().getJavaClass(), beans)
                    .ifPresent(handlers::add);
        } catch (IllegalArgumentException e) {
            event.addDefinitionError(new ConfigurationException(e.getMessage()));
        }
    }

    <T> void findRetryDelays(@Observes ProcessBean<T> event) {
        retryDelays.add(event.getBean());
    }

    void findInjectedStreams(@Observes ProcessInjectionPoint<?, ?> event) {
        Channel channel = event.getInjectionPoint().getAnnotated().getAnnotation(Channel.class);
        if (channel != null && channels.contains(channel.value())) {
            handlers.addInjected(channel.value(), event.getInjectionPoint().getType());
            HandlerSignatures.injectionProblem(event.getInjectionPoint().getMember().getDeclaringClass(),
                    event.getInjectionPoint().getType()).ifPresent(refused::add);
        }
    }

    <T, X> void findObservers(@Observes ProcessObserverMethod<T, X> event) {
        ObserverMethod<T> observer = event.getObserverMethod();
        if (!(observer.getObservedType() instanceof Class<?> type) || !EventObservers.isEvent(type)) {
            return;
        }
        if (observer.isAsync()) {
            observers.add(type);
        } else {
            event.addDefinitionError(new ConfigurationException(observer.getBeanClass().getName() + " observes "
                    + type.getSimpleName() + " with @Observes: these events are asynchronous, use @ObservesAsync"));
        }
    }

    /**
     * Fails the deployment before the validation, in which the runtime connects the channels: it would repeat the first
     * problem, and may hang on a method that produces an endless stream. WildFly also never removes the health checks
     * of an application that fails later.
     */
    void reportProblems(@Observes AfterBeanDiscovery event) {
        List<ConfigurationException> problems = new ArrayList<>(configuration.problems());
        refused.stream().map(ConfigurationException::new).forEach(problems::add);
        modules.problems(ConfigProvider.getConfig(), Thread.currentThread().getContextClassLoader()).stream()
                .map(ConfigurationException::new).forEach(problems::add);
        if (configuration.config() != null) {
            problems.addAll(cronEntries(method -> tick -> null).problems());
        }
        report(problems, event::addDefinitionError);
    }

    /** Reports problems that depend on beans, and on injection points of servlets and enterprise beans. */
    void reportProblemsOfBeans(
            @Observes @Priority(Interceptor.Priority.LIBRARY_BEFORE) AfterDeploymentValidation event,
            BeanManager beans) {
        ApplicationConfig config = configuration.config();
        if (config != null) {
            report(Stream.of(ChannelCheck.run(config.incoming().values(), handlers),
                    TransactionModule.check(config, !beans.getBeans(TransactionSupport.class).isEmpty()),
                    CodecModule.check(config, beans.createInstance().select(CodecSupport.class)),
                    RetryDelays.check(config, name -> retryDelays.count(beans, NamedLiteral.of(name))))
                    .flatMap(Collection::stream).toList(), event::addDeploymentProblem);
        }
    }

    private static void report(List<ConfigurationException> problems, Consumer<Throwable> event) {
        problems.forEach(problem -> {
            LOG.log(Level.ERROR, problem.getMessage());
            event.accept(problem);
        });
    }

    /** Ends the application if its start has failed, because no other event is fired then. */
    void end(@Observes BeforeShutdown event) {
        if (life != null) {
            life.end();
        }
    }

    /** Returns the configuration, with the application's retry delays bound to the channels. */
    ApplicationConfig config(BeanManager beans) {
        return new RetryDelays(name -> retryDelays.count(beans, NamedLiteral.of(name)),
                name -> retryDelays.get(beans, NamedLiteral.of(name))).bind(config());
    }

    ApplicationLife life(BeanManager beans) {
        life = new ApplicationLife(() -> beans.getContext(ApplicationScoped.class).isActive());
        return life;
    }

    /** Periodic tasks of the configuration and of annotated methods. */
    ConfiguredEntries cronEntries(Function<PeriodicMethod, PayloadSource> caller) {
        return ConfiguredEntries.of(config().cron(), name -> CronConfig.read(ConfigProvider.getConfig(), name),
                periodicMethods,
                caller);
    }

    EventObservers observers() {
        return observers;
    }

    HandlerRegistry handlers() {
        return handlers;
    }

    ApplicationConfig config() {
        ApplicationConfig read = configuration.config();
        if (read == null) {
            throw configuration.problems().get(0);
        }
        return read;
    }
}
