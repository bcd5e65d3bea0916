package io.github.asynqee.messaging.internal.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;

/**
 * Tells when the listeners of a web application have started. The container adds it to each web application, after the
 * listeners of the application: if one of these fails, it is never told, and the connector does not start.
 *
 * <p>The event {@code Initialized(ApplicationScoped)} comes before those listeners, and WildFly keeps an application
 * that failed to start, without an event, until it is undeployed.
 */
public final class StartSignal implements ServletContainerInitializer {

    private static final String ATTRIBUTE = StartSignal.class.getName();

    /** Creates the initializer; done by the container. */
    public StartSignal() {}

    @Override
    public void onStartup(Set<Class<?>> classes, ServletContext context) {
        LastListener listener = new LastListener();
        context.addListener(listener);
        context.setAttribute(ATTRIBUTE, listener);
    }

    /**
     * Runs work when the listeners of the web application have started.
     *
     * @param initialized the event of the initialized application scope
     * @param work what to start; run at once if it is not a web application, or its listeners have started
     */
    static void whenStarted(Object initialized, Runnable work) {
        if (!(initialized instanceof ServletContext context
                && context.getAttribute(ATTRIBUTE) instanceof LastListener listener && listener.defers(work))) {
            work.run();
        }
    }

    private static final class LastListener implements ServletContextListener {

        private final List<Runnable> deferred = new ArrayList<>();
        private boolean started;

        private synchronized boolean defers(Runnable work) {
            return !started && deferred.add(work);
        }

        @Override
        public void contextInitialized(ServletContextEvent event) {
            List<Runnable> due;
            synchronized (this) {
                started = true;
                due = List.copyOf(deferred);
                deferred.clear();
            }
            due.forEach(Runnable::run);
        }

        @Override
        public void contextDestroyed(ServletContextEvent event) {
            event.getServletContext().removeAttribute(ATTRIBUTE);
        }
    }
}
