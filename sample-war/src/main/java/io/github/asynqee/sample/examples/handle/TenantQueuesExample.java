package io.github.asynqee.sample.examples.handle;

import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.sample.examples.run.Example;
import io.github.asynqee.sample.examples.run.ExampleLog;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/**
 * A queue for each tenant: {@code queues=tenant-*} in the configuration. A new queue is consumed as soon as it has a
 * task.
 */
@ApplicationScoped
public class TenantQueuesExample implements Example {

    @Inject
    private AsynqClient client;
    @Inject
    private ExampleLog log;

    /** Enqueues a task of a tenant that is new. */
    @Override
    public CompletionStage<?> run() {
        return client.enqueueAsync(Task.of("example:welcome-tenant", "Acme").queue("tenant-acme"));
    }

    /** Gets the tasks of all tenants. */
    @Incoming("tenants")
    public void welcome(String tenant) {
        log.add("TenantQueuesExample", tenant);
    }
}
