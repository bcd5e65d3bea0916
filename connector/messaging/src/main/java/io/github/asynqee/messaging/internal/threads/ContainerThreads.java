package io.github.asynqee.messaging.internal.threads;

import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;

import javax.naming.NamingException;
import javax.naming.NoInitialContextException;

import jakarta.enterprise.concurrent.ContextService;

/**
 * Creates lane executors on the container's ManagedThreadFactory. Its managed executors are not used, because their
 * size is the server's setting. Outside a container, as in unit tests, threads are plain.
 */
public final class ContainerThreads {

    private static final String DEFAULT_FACTORY = "java:comp/DefaultManagedThreadFactory";
    private static final String DEFAULT_CONTEXT = "java:comp/DefaultContextService";

    private ContainerThreads() {}

    /**
     * The container's default factory of platform threads.
     *
     * @return the factory
     * @throws IllegalStateException if the container has no such factory
     */
    public static ThreadFactory platform() {
        try {
            return ServerNames.lookup(DEFAULT_FACTORY, ThreadFactory.class);
        } catch (NoInitialContextException e) {
            return ContainerThreads::plain;
        } catch (NamingException e) {
            throw missing(DEFAULT_FACTORY, e);
        }
    }

    private static IllegalStateException missing(String name, NamingException error) {
        return new IllegalStateException("executor: this server has no " + name
                + ", enable Jakarta Concurrency: " + error.getMessage(), error);
    }

    private static Thread plain(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Returns an executor on platform threads of the container's default factory.
     *
     * @return the executor, without lanes yet
     */
    public static LaneExecutor pooled() {
        return new PooledLaneExecutor(platform());
    }

    /**
     * Returns an executor on platform threads of a factory.
     *
     * @param jndiName the name of a ManagedThreadFactory
     * @return the executor, without lanes yet
     * @throws IllegalStateException if the name is not bound to a ManagedThreadFactory
     */
    public static LaneExecutor pooled(String jndiName) {
        try {
            return new PooledLaneExecutor(ServerNames.lookup(jndiName, ThreadFactory.class));
        } catch (NamingException | ClassCastException e) {
            throw new IllegalStateException(
                    "executor=" + jndiName + " is not the JNDI name of a ManagedThreadFactory: " + e, e);
        }
    }

    /**
     * Returns an executor on virtual threads, in the container's context.
     *
     * @return the executor
     * @throws IllegalStateException before Java 21
     */
    public static LaneExecutor virtual() {
        return new VirtualLaneExecutor(inContext());
    }

    private static Executor inContext() {
        try {
            return ServerNames.lookup(DEFAULT_CONTEXT, ContextService.class).currentContextExecutor();
        } catch (NoInitialContextException e) {
            return Runnable::run;
        } catch (NamingException e) {
            throw missing(DEFAULT_CONTEXT, e);
        }
    }
}
