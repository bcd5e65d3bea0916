package io.github.asynqee.messaging.internal.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;

import io.github.asynqee.messaging.internal.runtime.AsynqConnector;
import io.smallrye.config.SmallRyeConfigBuilder;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModuleCheckTest {

    private static final ClassLoader APPLICATION = ModuleCheckTest.class.getClassLoader();

    @TempDir
    private Path module;

    @ParameterizedTest
    @ValueSource(strings = { "mp.messaging.incoming.jobs.connector=asynq",
            "mp.messaging.outgoing.mails.connector = asynq",
            "mp.messaging.connector.asynq.url=redis://elsewhere" })
    void names_a_file_of_a_module_whose_properties_are_not_in_the_configuration(String line) throws Exception {
        ModuleCheck check = new ModuleCheck();
        check.include(beanOf(moduleWith(line)));

        assertThat(check.problems(config(), APPLICATION)).singleElement().asString()
                .contains("the server does not read file:" + module, line.split("[ =]")[0], "lib/");
    }

    @ParameterizedTest
    @ValueSource(strings = { "mp.messaging.incoming.jobs.connector=smallrye-kafka",
            "mp.messaging.incoming.jobs.queue=q",
            "shop.name=asynq",
            "mp.messaging.incoming.jobs.connector=\\u00zz" })
    void ignores_properties_that_are_not_of_this_connector(String line) throws Exception {
        ModuleCheck check = new ModuleCheck();
        check.include(beanOf(moduleWith(line)));

        assertThat(check.problems(config(), APPLICATION)).isEmpty();
    }

    @Test
    void accepts_a_file_whose_properties_are_in_the_configuration() throws Exception {
        ModuleCheck check = new ModuleCheck();
        check.include(beanOf(moduleWith("mp.messaging.incoming.jobs.connector=asynq")));

        assertThat(check.problems(config("mp.messaging.incoming.jobs.connector", "other"), APPLICATION)).isEmpty();
    }

    @Test
    void names_a_connector_that_the_application_does_not_see() {
        assertThat(new ModuleCheck().problems(config(), ClassLoader.getPlatformClassLoader())).singleElement()
                .asString()
                .contains("the server does not find the connector in its module", "lib/");
    }

    @Test
    void names_a_connector_that_is_there_twice() throws Exception {
        ModuleCheck check = new ModuleCheck();
        check.include(AsynqConnector.class);
        check.include(new Own(AsynqConnector.class).define());

        assertThat(check.problems(config(), APPLICATION)).singleElement().asString()
                .contains("the connector is in 2 modules", "lib/");
    }

    private Own moduleWith(String line) throws IOException {
        Path file = module.resolve("META-INF/microprofile-config.properties");
        Files.createDirectories(file.getParent());
        Files.writeString(file, line);
        return new Own(Bean.class, module.toUri().toURL());
    }

    private static Class<?> beanOf(Own module) throws IOException {
        return module.define();
    }

    private static Config config(String... properties) {
        SmallRyeConfigBuilder builder = new SmallRyeConfigBuilder();
        for (int i = 0; i < properties.length; i += 2) {
            builder.withDefaultValue(properties[i], properties[i + 1]);
        }
        return builder.build();
    }

    static class Bean {}

    /** A module with its own copy of a class. */
    private static final class Own extends URLClassLoader {

        private final Class<?> original;

        Own(Class<?> original, URL... module) {
            super(module, APPLICATION);
            this.original = original;
        }

        Class<?> define() throws IOException {
            try (var in = APPLICATION.getResourceAsStream(original.getName().replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(original.getName(), bytes, 0, bytes.length);
            }
        }
    }
}
