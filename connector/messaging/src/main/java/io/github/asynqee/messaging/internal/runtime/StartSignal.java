package io.github.asynqee.messaging.internal.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import jakarta.servlet.GenericServlet;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;

/**
 * Signals that a web application has started. It adds a servlet without a URL to each web application, which the
 * container loads after all listeners and after all other servlets with {@code load-on-startup}. If one of these
 * fails the start, the servlet is never loaded, and the connector does not start.
 *
 * <p>The event {@code Initialized(ApplicationScoped)} would be too early: it is fired before these listeners and
 * servlets, and WildFly keeps an application that failed to start, without an event, until it is undeployed.
 */
public final class StartSignal implements ServletContainerInitializer {

    private static final String ATTRIBUTE = StartSignal.class.getName();

    /** Creates the initializer; done by the container. */
    public StartSignal() {}

    @Override
    public void onStartup(Set<Class<?>> classes, ServletContext context) {
        LastServlet servlet = new LastServlet();
        ServletRegistration.Dynamic added = context.addServlet(ATTRIBUTE, servlet);
        // null if both an EAR and its WAR contain the JAR
        if (added != null) {
            added.setLoadOnStartup(Integer.MAX_VALUE);
            context.setAttribute(ATTRIBUTE, servlet);
        }
    }

    /**
     * Runs work when the web application has started.
     *
     * @param initialized the event of the initialized application scope
     * @param work the work; run at once if the application has started, or is not a web application
     */
    static void whenStarted(Object initialized, Runnable work) {
        if (!(initialized instanceof ServletContext context
                && context.getAttribute(ATTRIBUTE) instanceof LastServlet servlet && servlet.defers(work))) {
            work.run();
        }
    }

    private static final class LastServlet extends GenericServlet {

        private static final long serialVersionUID = 1L;

        private final transient List<Runnable> deferred = new ArrayList<>();
        private boolean started;

        private synchronized boolean defers(Runnable work) {
            return !started && deferred.add(work);
        }

        @Override
        public void init() {
            List<Runnable> due;
            synchronized (this) {
                started = true;
                due = List.copyOf(deferred);
                deferred.clear();
            }
            due.forEach(Runnable::run);
        }

        @Override
        public void service(ServletRequest request, ServletResponse response) {
            throw new UnsupportedOperationException("no URL leads here");
        }
    }
}
