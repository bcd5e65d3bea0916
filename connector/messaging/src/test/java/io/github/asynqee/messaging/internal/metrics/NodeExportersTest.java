package io.github.asynqee.messaging.internal.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Set;
import java.util.UUID;

import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

import io.github.asynqee.internal.metrics.NodeMetrics;
import io.github.asynqee.internal.metrics.WorkerMetrics;
import org.junit.jupiter.api.Test;

class NodeExportersTest {

    private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

    private final String application = "shop-" + UUID.randomUUID();

    private static Set<ObjectName> names(String application) throws JMException {
        return SERVER.queryNames(
                new ObjectName("io.github.asynqee:application=" + ObjectName.quote(application) + ",*"), null);
    }

    @Test
    void each_redis_is_published_from_the_start_on_also_if_it_is_added_later() throws JMException {
        try (NodeExporters exporters = new NodeExporters()) {
            NodeMetrics first = new NodeMetrics();
            exporters.add("redis://first", first);
            assertThat(names(application)).isEmpty();

            exporters.start(application);
            exporters.add("redis://second", new NodeMetrics());
            first.add(new WorkerMetrics(() -> 0, () -> 0, List.of(), null));

            assertThat(names(application)).extracting(name -> name.getKeyProperty("type") + " "
                    + ObjectName.unquote(name.getKeyProperty("redis"))).containsExactlyInAnyOrder(
                            "Redis redis://first", "Redis redis://second", "Worker redis://first");
        }
        assertThat(names(application)).isEmpty();
    }

    @Test
    void applications_of_the_same_name_do_not_collide() throws JMException {
        NodeExporters one = new NodeExporters();
        NodeExporters two = new NodeExporters();
        one.add("redis://same", new NodeMetrics());
        two.add("redis://same", new NodeMetrics());
        one.start(application);
        two.start(application);

        one.close();
        assertThat(names(application)).isEmpty();
        assertThat(names(application + "-2")).hasSize(1);
        two.close();
        assertThat(names(application + "-2")).isEmpty();
    }
}
