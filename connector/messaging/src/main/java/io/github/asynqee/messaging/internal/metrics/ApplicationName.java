package io.github.asynqee.messaging.internal.metrics;

import javax.naming.InitialContext;
import javax.naming.NamingException;

import jakarta.servlet.ServletContext;

/** The name of the application in its metrics. */
public final class ApplicationName {

    private static final String UNKNOWN = "application";

    private ApplicationName() {}

    /**
     * Returns the JNDI name of the application's module; if unavailable, the context root of the WAR.
     *
     * @param initialized the event of the initialized application scope
     * @return the name; {@code application} if both are unavailable
     */
    public static String of(Object initialized) {
        try {
            return InitialContext.doLookup("java:module/ModuleName").toString();
        } catch (NamingException e) {
            return contextRoot(initialized);
        }
    }

    private static String contextRoot(Object initialized) {
        String path = initialized instanceof ServletContext context ? context.getContextPath() : "";
        return path.isEmpty() ? UNKNOWN : path.substring(1);
    }
}
