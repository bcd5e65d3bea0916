package io.github.asynqee.bench.peers.broker;

import java.nio.file.Path;

import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.CoreAddressConfiguration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.nativo.jlibaio.LibaioContext;

/**
 * The settings of Apache Artemis, in its own process or inside an application server: one durable queue, and the
 * journal in a folder, written by libaio where that is installed and synchronized with the disk before an answer.
 */
public final class BrokerSettings {

    static final String QUEUE = "bench";

    private BrokerSettings() {}

    /** The settings of a broker with these acceptors. */
    static Configuration of(Path folder, String... acceptors) {
        // "artemis create" also measures this time; with a longer time, a sender waits for the next write of the
        // journal
        int timeout = (int) Disk.syncNanos(folder);
        Configuration configuration = new ConfigurationImpl()
                .setSecurityEnabled(false)
                .setPersistenceEnabled(true)
                .setJournalType(LibaioContext.isLoaded() ? JournalType.ASYNCIO : JournalType.NIO)
                .setJournalDatasync(true)
                .setJournalBufferTimeout_AIO(timeout)
                .setJournalBufferTimeout_NIO(timeout)
                .setJournalDirectory(folder.resolve("journal").toString())
                .setBindingsDirectory(folder.resolve("bindings").toString())
                .setPagingDirectory(folder.resolve("paging").toString())
                .setLargeMessagesDirectory(folder.resolve("large-messages").toString())
                .setJMXManagementEnabled(true);
        configuration.addAddressConfiguration(new CoreAddressConfiguration().setName(QUEUE)
                .addRoutingType(RoutingType.ANYCAST).addQueueConfiguration(QueueConfiguration.of(QUEUE)
                        .setAddress(QUEUE).setRoutingType(RoutingType.ANYCAST).setDurable(true)));
        try {
            for (String acceptor : acceptors) {
                configuration.addAcceptorConfiguration("acceptor-" + acceptor.replaceAll("\\W.*", ""), acceptor);
            }
        } catch (Exception e) {
            throw new IllegalStateException("Artemis refuses an acceptor", e);
        }
        return configuration;
    }
}
