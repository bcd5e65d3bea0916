package io.github.asynqee.server.start;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import jakarta.enterprise.inject.spi.Extension;

import io.github.asynqee.server.SampleDeployment;
import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.server.start.app.FailingListener;
import io.github.asynqee.server.start.app.Forwarder;
import io.github.asynqee.server.start.app.Handler;
import io.github.asynqee.server.start.app.Loaded;
import io.github.asynqee.server.start.app.OtherHandler;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Outgoing;
import org.jboss.shrinkwrap.api.Archive;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.EmptyAsset;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.EnterpriseArchive;
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** Applications with one handler, for the tasks of the queue that has the name of the application. */
final class SmallApplication {

    static final String TASK_TYPE = "start:job";

    /** Begins the properties of the channel. */
    static final String CHANNEL = "mp.messaging.incoming.jobs.";

    private static final String OTHER_CHANNEL = "mp.messaging.incoming.others.";
    private static final String CONFIG = "META-INF/microprofile-config.properties";
    private static final String LIBRARIES = "/WEB-INF/lib/(?!embedded-redis).+";
    private static final String WEB_XML = """
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
                <listener><listener-class>%s</listener-class></listener>
            </web-app>
            """.formatted(FailingListener.class.getName());

    private static final String WITHOUT_REACTIVE_MESSAGING = """
            <jboss-deployment-structure>
                <deployment>
                    <exclude-subsystems>
                        <subsystem name="microprofile-reactive-messaging-smallrye"/>
                        <subsystem name="microprofile-reactive-streams-operators-smallrye"/>
                    </exclude-subsystems>
                </deployment>
            </jboss-deployment-structure>
            """;

    private SmallApplication() {}

    /** An application without the connector. */
    static Path none() {
        return write(ShrinkWrap.create(WebArchive.class, "none.war").addAsWebResource(EmptyAsset.INSTANCE, "none.txt"));
    }

    /** An application that starts. */
    static Path good(String name) {
        return write(war(name, Map.of()).addClass(Handler.class));
    }

    /** An application with only these handlers and their {@linkplain #channels channels}. */
    static Path good(String name, Class<?> handlers) {
        return write(withConfig(name, channels(handlers, name)).addClass(handlers));
    }

    /** An application that sends its tasks on to {@linkplain #forwarded another queue} and has a periodic task. */
    static Path forwarding(String name) {
        Map<String, String> more = new TreeMap<>();
        add(more, "outgoing.forwarded", forwarded(name));
        more.put("mp.messaging.connector.asynq.cron.yearly.spec", "@yearly");
        more.put("mp.messaging.connector.asynq.cron.yearly.type", TASK_TYPE);
        more.put("mp.messaging.connector.asynq.cron.yearly.queue", forwarded(name));
        return write(war(name, more).addClass(Forwarder.class));
    }

    static String forwarded(String name) {
        return name + "-forwarded";
    }

    /** The channels of a class: each incoming one has its own queue, and all outgoing ones share a queue. */
    static Map<String, String> channels(Class<?> handlers, String name) {
        Map<String, String> config = new TreeMap<>();
        for (Method method : handlers.getMethods()) {
            Incoming incoming = method.getAnnotation(Incoming.class);
            Outgoing outgoing = method.getAnnotation(Outgoing.class);
            if (incoming != null) {
                add(config, "incoming." + incoming.value(), name + "-" + incoming.value());
            }
            if (outgoing != null) {
                add(config, "outgoing." + outgoing.value(), name);
            }
        }
        for (Field field : handlers.getDeclaredFields()) {
            Channel channel = field.getAnnotation(Channel.class);
            if (channel != null && field.getType() == Emitter.class) {
                add(config, "outgoing." + channel.value(), name);
            } else if (channel != null) {
                add(config, "incoming." + channel.value(), name + "-" + channel.value());
            }
        }
        return config;
    }

    private static void add(Map<String, String> config, String channel, String queue) {
        config.put("mp.messaging." + channel + ".connector", "asynq");
        config.put("mp.messaging." + channel + ".queue", queue);
    }

    /** An application whose start fails. */
    static Path failing(String name, FailingStart step) {
        WebArchive war = war(name, step.config()).addClasses(Handler.class, FailingListener.class)
                .addClass(FailingListener.class.getPackageName() + ".Failure");
        step.failing().ifPresent(war::addClass);
        if (step == FailingStart.LISTENER) {
            war.setWebXML(new StringAsset(WEB_XML));
        }
        return write(war);
    }

    /** An enterprise application, whose WARs have a handler each, for the queues {@code name-1} and so on. */
    static Path enterprise(String name, EnterprisePackaging packaging) {
        EnterpriseArchive ear = ShrinkWrap.create(EnterpriseArchive.class, name + ".ear");
        Map<String, String> shared = new TreeMap<>();
        for (int i = 1; i <= packaging.wars(); i++) {
            Map<String, String> config = channel(i == 1 ? CHANNEL : OTHER_CHANNEL, name + "-" + i);
            WebArchive war = ShrinkWrap.create(WebArchive.class, name + "-" + i + ".war")
                    .addClass(i == 1 ? Handler.class : OtherHandler.class)
                    .addAsWebInfResource(EmptyAsset.INSTANCE, "beans.xml");
            if (packaging.isConfigInLib()) {
                shared.putAll(config);
            } else {
                war.addAsResource(asset(config), CONFIG);
            }
            if (!packaging.isConnectorInLib()) {
                addLibraries(war);
            }
            ear.addAsModule(war);
        }
        if (packaging.isConfigInLib()) {
            // on WildFly an EAR has no java:comp when it starts
            shared.put(CHANNEL + "executor", "java:comp/DefaultManagedThreadFactory");
            ear.addAsLibrary(ShrinkWrap.create(JavaArchive.class, "config.jar").addAsResource(asset(shared), CONFIG));
        }
        if (packaging.isConnectorInLib()) {
            SampleDeployment.sample().getContent(path -> path.get().matches(LIBRARIES)).forEach((path, node) -> ear
                    .addAsLibrary(node.getAsset(), path.get().substring(path.get().lastIndexOf('/') + 1)));
        }
        return write(ear);
    }

    /** An application that has the API of Reactive Messaging in its libraries, on a WildFly that does not run it there. */
    static Path withoutReactiveMessaging(String name) {
        WebArchive war = war(name, Map.of()).addClass(Handler.class)
                .addAsWebInfResource(new StringAsset(WITHOUT_REACTIVE_MESSAGING), "jboss-deployment-structure.xml");
        Stream.of(Incoming.class.getName(), "org.eclipse.microprofile.reactive.streams.operators.ReactiveStreams",
                "org.reactivestreams.Publisher").map(SmallApplication::jarOf).distinct().forEach(war::addAsLibrary);
        return write(war);
    }

    private static File jarOf(String type) {
        try {
            return Path.of(Class.forName(type).getProtectionDomain().getCodeSource().getLocation().toURI()).toFile();
        } catch (ClassNotFoundException | URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A WAR with the connector and the configuration of a channel, to which properties are added, without a handler. */
    static WebArchive war(String name, Map<String, String> added) {
        Map<String, String> all = new TreeMap<>(added);
        all.putAll(channel(CHANNEL, name));
        return withConfig(name, all);
    }

    private static WebArchive withConfig(String name, Map<String, String> config) {
        WebArchive war = ShrinkWrap.create(WebArchive.class, name + ".war")
                .addClasses(Loaded.class, Loaded.Marker.class).addAsServiceProvider(Extension.class, Loaded.class)
                .addAsWebInfResource(EmptyAsset.INSTANCE, "beans.xml").addAsResource(asset(config), CONFIG);
        addLibraries(war);
        return war;
    }

    private static void addLibraries(WebArchive war) {
        SampleDeployment.sample().getContent(path -> path.get().matches(LIBRARIES))
                .forEach((path, node) -> war.add(node.getAsset(), path));
    }

    private static Map<String, String> channel(String prefix, String queue) {
        return Map.of(prefix + "connector", "asynq", prefix + "type", TASK_TYPE, prefix + "queue", queue);
    }

    private static StringAsset asset(Map<String, String> config) {
        return new StringAsset(config.entrySet().stream().map(it -> it.getKey() + "=" + it.getValue())
                .collect(Collectors.joining("\n")));
    }

    private static Path write(Archive<?> archive) {
        try {
            Path file = Files.createDirectories(ServerUnderTest.workFile("start-archives")).resolve(archive.getName());
            archive.as(ZipExporter.class).exportTo(file.toFile(), true);
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
