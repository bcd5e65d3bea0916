package io.github.asynqee.messaging.internal.cdi;

import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URL;
import java.net.URLConnection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

import io.github.asynqee.messaging.internal.config.property.ChannelNames;
import io.github.asynqee.messaging.internal.runtime.AsynqConnector;
import org.eclipse.microprofile.config.Config;

/**
 * Finds what the server does not see in the modules of an EAR: a connector that Reactive Messaging does not find, and a
 * configuration that MicroProfile Config does not read. Such an application could start, and handle no task.
 */
final class ModuleCheck {

    private static final Logger LOG = System.getLogger(ModuleCheck.class.getName());
    private static final String FILE = "META-INF/microprofile-config.properties";
    private static final String REMEDY = ". In an EAR put the connector with its libraries, and the configuration in a JAR, "
            + "into lib/, or deploy each WAR by itself";

    private final Set<ClassLoader> loaders = new LinkedHashSet<>();
    private final Set<ClassLoader> connectors = new LinkedHashSet<>();

    /** Includes the module of a bean. */
    synchronized void include(Class<?> bean) {
        ClassLoader loader = bean.getClassLoader();
        if (loader != null) {
            loaders.add(loader);
            if (bean.getName().equals(AsynqConnector.class.getName())) {
                connectors.add(loader);
            }
        }
    }

    /**
     * The problems.
     *
     * @param config the configuration of the application
     * @param application the class loader of the application, {@code null} if it is unknown
     */
    synchronized List<String> problems(Config config, ClassLoader application) {
        List<String> problems = new ArrayList<>();
        if (connectors.size() > 1) {
            problems.add("the connector is in " + connectors.size() + " modules of the application" + REMEDY);
        } else if (!sees(application)) {
            problems.add("the server does not find the connector in its module" + REMEDY);
        }
        Set<String> known = new TreeSet<>();
        config.getPropertyNames().forEach(known::add);
        unread(known::contains).ifPresent(problems::add);
        return problems;
    }

    private static boolean sees(ClassLoader application) {
        try {
            return application == null
                    || Class.forName(AsynqConnector.class.getName(), false, application) == AsynqConnector.class;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private Optional<String> unread(Predicate<String> known) {
        return loaders.stream().flatMap(loader -> files(loader).stream()).distinct()
                .flatMap(file -> ChannelNames.ours(read(file)).filter(name -> !known.test(name)).limit(1)
                        .map(name -> "the server does not read " + file + ", which has " + name + REMEDY))
                .findFirst();
    }

    private static List<URL> files(ClassLoader loader) {
        try {
            return Collections.list(loader.getResources(FILE));
        } catch (IOException e) {
            LOG.log(Level.DEBUG, () -> FILE + " of " + loader + " cannot be found", e);
            return List.of();
        }
    }

    private static Properties read(URL file) {
        Properties read = new Properties();
        try {
            URLConnection connection = file.openConnection();
            // a JAR that is kept open could not be replaced
            connection.setUseCaches(false);
            try (InputStream in = connection.getInputStream()) {
                read.load(in);
            }
        } catch (IOException | IllegalArgumentException e) {
            // the server reports a file that it cannot read
            LOG.log(Level.DEBUG, () -> file + " cannot be read", e);
        }
        return read;
    }
}
