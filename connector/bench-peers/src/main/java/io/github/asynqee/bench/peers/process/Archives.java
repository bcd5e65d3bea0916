package io.github.asynqee.bench.peers.process;

import java.io.File;
import java.nio.file.Path;
import java.util.stream.Stream;

import io.github.asynqee.bench.peers.amqp.AmqpSystem;
import io.github.asynqee.bench.peers.app.JobSystem;
import io.github.asynqee.bench.peers.app.Ledger;
import io.github.asynqee.bench.peers.app.PeerCommands;
import io.github.asynqee.bench.peers.app.PeerResource;
import io.github.asynqee.bench.peers.broker.BrokerSettings;
import io.github.asynqee.bench.peers.broker.Disk;
import io.github.asynqee.bench.peers.broker.EmbeddedBrokerAdapter;
import io.github.asynqee.bench.peers.broker.ManagedQueue;
import io.github.asynqee.bench.peers.jms.JmsSystem;
import io.github.asynqee.bench.peers.jms.TaskBean;
import io.github.asynqee.bench.subject.BenchApplication;
import io.github.asynqee.bench.subject.BenchTask;
import io.github.asynqee.bench.subject.Command;
import io.github.asynqee.bench.subject.Recorder;

/** Packs what servers deploy. */
final class Archives {

    private static final String CLASSES = "WEB-INF/classes/";
    private static final String BEANS = """
            <beans xmlns="https://jakarta.ee/xml/ns/jakartaee" version="4.0" bean-discovery-mode="annotated"/>
            """;
    private static final String WEB = """
            <jboss-web><context-root>/</context-root></jboss-web>
            """;
    /** The broker's and the resource adapter's libraries in the class path of this process. */
    private static final String ARTEMIS = "(artemis-(?!amqp)|activemq-artemis-native|netty-|jctools|commons-beanutils"
            + "|commons-collections|commons-configuration2|commons-lang3|commons-text|commons-logging|commons-dbcp2"
            + "|commons-pool2|caffeine|micrometer|pem-keystore|asn-one).*\\.jar";

    private Archives() {}

    /** The application with a message-driven bean. */
    static Path jms(Path file, int concurrency) {
        return application().classes(CLASSES, JmsSystem.class, TaskBean.class, ManagedQueue.class)
                .text("WEB-INF/ejb-jar.xml", messageDrivenBean(concurrency))
                .text("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\nDependencies: jakarta.jms.api\n")
                .write(file);
    }

    private static String messageDrivenBean(int concurrency) {
        return """
                <ejb-jar xmlns="https://jakarta.ee/xml/ns/jakartaee" version="4.0">
                  <enterprise-beans>
                    <message-driven>
                      <ejb-name>TaskBean</ejb-name>
                      <ejb-class>%s</ejb-class>
                      <messaging-type>jakarta.jms.MessageListener</messaging-type>
                      <transaction-type>Container</transaction-type>
                      <activation-config>%s%s%s%s%s
                      </activation-config>
                    </message-driven>
                  </enterprise-beans>
                </ejb-jar>
                """.formatted(TaskBean.class.getName(), property("destination", "bench"),
                property("destinationType", "jakarta.jms.Queue"), property("useJNDI", "false"),
                property("acknowledgeMode", "Dups-ok-acknowledge"),
                property("maxSession", String.valueOf(concurrency)));
    }

    private static String property(String name, String value) {
        return """

                        <activation-config-property>
                          <activation-config-property-name>%s</activation-config-property-name>
                          <activation-config-property-value>%s</activation-config-property-value>
                        </activation-config-property>""".formatted(name, value);
    }

    /** The application with SmallRye's AMQP connector; host, port, concurrency and durability are in the environment. */
    static Path amqp(Path file) {
        return application().classes(CLASSES, AmqpSystem.class).text(CLASSES
                + "META-INF/microprofile-config.properties", """
                        mp.messaging.incoming.bench.connector=smallrye-amqp
                        mp.messaging.incoming.bench.address=bench
                        mp.messaging.incoming.bench.capabilities=queue
                        mp.messaging.outgoing.tasks.connector=smallrye-amqp
                        mp.messaging.outgoing.tasks.address=bench
                        mp.messaging.outgoing.tasks.capabilities=queue
                        mp.messaging.outgoing.tasks.use-anonymous-sender=false
                        mp.messaging.outgoing.tasks.credit-retrieval-period=20
                        """).write(file);
    }

    private static Archive application() {
        return new Archive().text("WEB-INF/beans.xml", BEANS).text("WEB-INF/jboss-web.xml", WEB)
                .classes(CLASSES, BenchApplication.class, BenchTask.class, Command.class, Recorder.class,
                        JobSystem.class, Ledger.class, PeerCommands.class, PeerResource.class);
    }

    /** Artemis with its resource adapter. */
    static Path artemis(Path file) {
        Path adapter = new Archive().classes("", EmbeddedBrokerAdapter.class, BrokerSettings.class, Disk.class)
                .write(file.resolveSibling("adapter.jar"));
        Archive archive = new Archive()
                .text("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\nDependencies: jdk.unsupported\n")
                .resource("META-INF/ra.xml", "ra.xml")
                .resource("META-INF/ironjacamar.xml", "ironjacamar.xml").file("adapter.jar", adapter);
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator)).map(Path::of)
                .filter(jar -> jar.getFileName().toString().matches(ARTEMIS))
                .forEach(jar -> archive.file(jar.getFileName().toString(), jar));
        return archive.write(file);
    }
}
