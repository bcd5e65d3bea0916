package io.github.asynqee.server;

import java.lang.reflect.Method;
import java.util.Comparator;
import java.util.stream.Stream;

import org.jboss.arquillian.container.spi.event.DeployDeployment;
import org.jboss.arquillian.container.spi.event.DeploymentEvent;
import org.jboss.arquillian.container.spi.event.UnDeployDeployment;
import org.jboss.arquillian.container.spi.event.container.BeforeStop;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.core.api.Event;
import org.jboss.arquillian.core.api.annotation.Inject;
import org.jboss.arquillian.core.api.annotation.Observes;
import org.jboss.arquillian.core.spi.EventContext;
import org.jboss.arquillian.core.spi.LoadableExtension;
import org.junit.jupiter.api.ClassDescriptor;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.ClassOrdererContext;
import org.junit.jupiter.api.Order;

/**
 * Deploys the sample and the console once for all classes that want the same one. It stays on the server until a class
 * needs another application.
 */
public final class SharedDeployments implements LoadableExtension {

    /** Name of the deployment of the unchanged console. */
    public static final String CONSOLE = "shared-console";
    /** Name of the deployment of the unchanged sample. */
    public static final String SAMPLE = "shared-sample";

    /** Loaded through {@code META-INF/services}. */
    public SharedDeployments() {}

    @Override
    public void register(ExtensionBuilder builder) {
        builder.observer(Keeper.class);
    }

    private static boolean isShared(String name) {
        return name.equals(CONSOLE) || name.equals(SAMPLE);
    }

    /** Decides whether Arquillian deploys and undeploys. */
    public static final class Keeper {

        private static final int FIRST = 1_000;

        @Inject
        private Event<DeploymentEvent> events;
        private UnDeployDeployment kept;

        /** Created by Arquillian. */
        public Keeper() {}

        void deploy(@Observes(precedence = FIRST) EventContext<DeployDeployment> context) {
            if (kept != null && name(kept).equals(name(context.getEvent()))) {
                return;
            }
            undeployKept();
            context.proceed();
        }

        void undeploy(@Observes(precedence = FIRST) EventContext<UnDeployDeployment> context) {
            if (context.getEvent() != kept && isShared(name(context.getEvent()))) {
                kept = context.getEvent();
            } else {
                context.proceed();
            }
        }

        /** The next run of the tests must not find it on the server. */
        void stop(@Observes BeforeStop event) {
            undeployKept();
        }

        private void undeployKept() {
            if (kept != null) {
                events.fire(kept);
                kept = null;
            }
        }

        private static String name(DeploymentEvent event) {
            return event.getDeployment().getDescription().getName();
        }
    }

    /** Runs the classes with the same shared deployment one after the other, by their {@link Order}. */
    public static final class ByDeployment implements ClassOrderer {

        /** Created by JUnit. */
        public ByDeployment() {}

        @Override
        public void orderClasses(ClassOrdererContext context) {
            context.getClassDescriptors()
                    .sort(Comparator.<ClassDescriptor, String>comparing(it -> sharedBy(it.getTestClass()))
                            .thenComparing(it -> it.findAnnotation(Order.class)
                                    .map(Order::value).orElse(0)));
        }

        private static String sharedBy(Class<?> test) {
            return Stream.<Class<?>>iterate(test, type -> type != null, Class::getSuperclass)
                    .flatMap(type -> Stream.of(type.getDeclaredMethods())).map(ByDeployment::name)
                    .filter(SharedDeployments::isShared).findFirst().orElse("");
        }

        private static String name(Method method) {
            Deployment deployment = method.getAnnotation(Deployment.class);
            return deployment == null ? "" : deployment.name();
        }
    }
}
