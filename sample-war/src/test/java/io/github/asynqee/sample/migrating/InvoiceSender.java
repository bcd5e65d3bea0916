package io.github.asynqee.sample.migrating;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.jms.JMSContext;
import jakarta.jms.Queue;

/** The producer of invoices by JMS. */
@RequestScoped
public class InvoiceSender {

    @Inject
    private JMSContext context;

    @Resource(lookup = "java:/jms/queue/invoices")
    private Queue queue;

    public void send(String invoice) {
        context.createProducer().send(queue, invoice);
    }
}
