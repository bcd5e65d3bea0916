package io.github.asynqee.bench.peers.jms;

import java.util.List;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.Queue;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.UserTransaction;

import io.github.asynqee.bench.peers.app.JobSystem;
import io.github.asynqee.bench.peers.broker.ManagedQueue;
import org.eclipse.microprofile.config.ConfigProvider;

/**
 * Jakarta Messaging in an application server. Sends many persistent messages in one JTA transaction. A single message
 * has no transaction, because no sender waits for it and a transaction would only take time.
 */
@ApplicationScoped
public class JmsSystem implements JobSystem {

    @Resource(lookup = "java:/JmsXA")
    private ConnectionFactory connections;
    @Resource(lookup = "java:/JmsBatch")
    private ConnectionFactory transactions;
    @Inject
    private UserTransaction transaction;
    private final boolean durable = ConfigProvider.getConfig().getValue("bench.durable", Boolean.class);
    private final ManagedQueue queue = new ManagedQueue();

    @Override
    public void enqueueEach(List<byte[]> payloads) {
        send(connections, payloads);
    }

    @Override
    public void enqueueAll(List<byte[]> payloads) {
        if (!durable) {
            send(connections, payloads);
            return;
        }
        try {
            transaction.begin();
            send(transactions, payloads);
            transaction.commit();
        } catch (NotSupportedException | SystemException | RollbackException | HeuristicMixedException
                | HeuristicRollbackException e) {
            throw new IllegalStateException("messages were not sent", e);
        }
    }

    private void send(ConnectionFactory factory, List<byte[]> payloads) {
        try (JMSContext context = factory.createContext()) {
            Queue destination = context.createQueue("bench");
            JMSProducer producer = context.createProducer()
                    .setDeliveryMode(durable ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT)
                    .setDisableMessageID(true).setDisableMessageTimestamp(true);
            payloads.forEach(payload -> producer.send(destination, payload));
        }
    }

    @Override
    public void pause(boolean paused) {
        queue.pause(paused);
    }

    @Override
    public long left() {
        return queue.messages();
    }
}
