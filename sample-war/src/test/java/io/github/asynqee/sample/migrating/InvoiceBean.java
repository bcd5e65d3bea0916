package io.github.asynqee.sample.migrating;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** The handler of invoices by JMS; {@link Invoices} is the same by tasks. */
@MessageDriven(activationConfig = @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "java:/jms/queue/invoices"))
public class InvoiceBean implements MessageListener {

    @Override
    public void onMessage(Message message) {
        try {
            print(message.getBody(String.class));
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }

    private void print(String invoice) {
        System.Logger log = System.getLogger(InvoiceBean.class.getName());
        log.log(System.Logger.Level.INFO, invoice);
    }
}
