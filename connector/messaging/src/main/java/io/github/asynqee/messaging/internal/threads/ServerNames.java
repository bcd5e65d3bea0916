package io.github.asynqee.messaging.internal.threads;

import java.util.Map;

import javax.naming.InitialContext;
import javax.naming.NamingException;

/**
 * Looks up objects of the application server. On WildFly, threads in the context of an EAR have no {@code java:comp},
 * so this class uses the global names of the server's own objects.
 */
public final class ServerNames {

    private static final Map<String, String> ON_WILDFLY = Map.of(
            "java:comp/DefaultManagedThreadFactory", "java:jboss/ee/concurrency/factory/default",
            "java:comp/DefaultContextService", "java:jboss/ee/concurrency/context/default",
            "java:comp/TransactionSynchronizationRegistry", "java:jboss/TransactionSynchronizationRegistry",
            "java:comp/UserTransaction", "java:jboss/UserTransaction");

    private ServerNames() {}

    /**
     * Looks up an object.
     *
     * @param name the JNDI name
     * @param type the type of the object
     * @param <T> the same
     * @return the object
     * @throws NamingException if there is no such object
     * @throws ClassCastException if it is of another type
     */
    public static <T> T lookup(String name, Class<T> type) throws NamingException {
        try {
            return type.cast(new InitialContext().lookup(name));
        } catch (NamingException e) {
            if (!ON_WILDFLY.containsKey(name)) {
                throw e;
            }
            try {
                return type.cast(new InitialContext().lookup(ON_WILDFLY.get(name)));
            } catch (NamingException missing) {
                e.addSuppressed(missing);
                throw e;
            }
        }
    }
}
