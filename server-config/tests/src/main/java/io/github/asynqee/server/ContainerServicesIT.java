package io.github.asynqee.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

import javax.naming.InitialContext;

import jakarta.enterprise.concurrent.ContextService;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.transaction.Status;
import jakarta.transaction.UserTransaction;

import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** Runs inside the server: what task handlers rely on is there, on threads made for them too. */
@ArquillianTest
class ContainerServicesIT {

    private static final String THREADS = "java:comp/DefaultManagedThreadFactory";
    private static final String CONTEXTS = "java:comp/DefaultContextService";

    @Deployment
    static WebArchive sample() {
        return SampleDeployment.sample();
    }

    @Test
    void a_managed_thread_can_look_up_names() throws Exception {
        Object found = onManagedThread(() -> new InitialContext().lookup(THREADS));

        assertInstanceOf(ManagedThreadFactory.class, found);
    }

    @Test
    void a_managed_thread_can_begin_a_transaction() throws Exception {
        int status = onManagedThread(() -> {
            UserTransaction transaction = (UserTransaction) new InitialContext().lookup("java:comp/UserTransaction");
            transaction.begin();
            try {
                return transaction.getStatus();
            } finally {
                transaction.rollback();
            }
        });

        assertEquals(Status.STATUS_ACTIVE, status);
    }

    @Test
    void the_context_can_be_carried_to_any_thread() throws Exception {
        ContextService contexts = (ContextService) new InitialContext().lookup(CONTEXTS);
        FutureTask<Object> task = new FutureTask<>(() -> new InitialContext().lookup(CONTEXTS));
        new Thread(contexts.contextualRunnable(task)).start();

        assertInstanceOf(ContextService.class, task.get());
    }

    private static <T> T onManagedThread(Callable<T> work) throws Exception {
        ManagedThreadFactory threads = (ManagedThreadFactory) new InitialContext().lookup(THREADS);
        FutureTask<T> task = new FutureTask<>(work);
        threads.newThread(task).start();
        return task.get();
    }
}
