package io.github.asynqee.internal.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two applications of a server, each with its own classes, read maps with holes at the same time. */
class SlotHolesTest {

    private static final String ACCEPT = "jedis.cluster.initNoError";
    private static final String WHERE = SlotHoles.class.getName();

    private final URL[] classes = { SlotHoles.class.getProtectionDomain().getCodeSource().getLocation() };

    @AfterEach
    void forget() {
        System.clearProperty(ACCEPT);
    }

    private static void count(ClassLoader application, int change) throws Exception {
        Method count = application.loadClass(WHERE).getDeclaredMethod("count", int.class);
        count.setAccessible(true);
        count.invoke(null, change);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = { "false", "" })
    void the_property_is_set_until_the_last_application_has_read(String users) throws Exception {
        if (users != null) {
            System.setProperty(ACCEPT, users);
        }
        int properties = System.getProperties().size();
        try (URLClassLoader one = new URLClassLoader(classes, null);
                URLClassLoader other = new URLClassLoader(classes, null)) {
            count(one, 1);
            count(other, 1);
            count(one, -1);
            assertThat(System.getProperty(ACCEPT)).isEqualTo("true");
            count(other, -1);
        }
        assertThat(System.getProperty(ACCEPT)).isEqualTo(users);
        assertThat(System.getProperties()).hasSize(properties);
    }

    @Test
    void work_sees_the_property() {
        assertThat(SlotHoles.accepted(() -> System.getProperty(ACCEPT))).isEqualTo("true");
        assertThat(System.getProperty(ACCEPT)).isNull();
    }
}
