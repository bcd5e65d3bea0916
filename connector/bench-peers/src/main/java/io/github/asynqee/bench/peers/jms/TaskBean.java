package io.github.asynqee.bench.peers.jms;

import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

import io.github.asynqee.bench.peers.app.Ledger;

/**
 * The message-driven bean of {@code ejb-jar.xml}. It has no transaction: messages are acknowledged after the handler, at
 * least once, as tasks of the connector are.
 */
public class TaskBean implements MessageListener {

    @Override
    @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
    public void onMessage(Message message) {
        try {
            Ledger.started(message.getBody(byte[].class));
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
