package io.github.asynqee.messaging.internal.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;

import javax.management.Attribute;
import javax.management.AttributeNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.OpenMBeanAttributeInfo;

import io.github.asynqee.internal.metrics.Bean;
import io.github.asynqee.internal.metrics.ChannelMetrics;
import io.github.asynqee.internal.metrics.EnqueueKind;
import io.github.asynqee.internal.metrics.InboxMetrics;
import io.github.asynqee.internal.metrics.Label;
import io.github.asynqee.internal.metrics.NodeMetrics;
import io.github.asynqee.internal.metrics.OutboxMetrics;
import io.github.asynqee.internal.metrics.OutcomeKind;
import io.github.asynqee.internal.metrics.WorkerMetrics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** MBeans as a client of the platform MBean server sees them. */
class MetricBeansTest {

    private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();
    private static final String URL = "redis://localhost:6379/?a=\"b\",*";

    private final String application = "shop-" + UUID.randomUUID();
    private final NodeMetrics metrics = new NodeMetrics();
    private final MetricBeans beans = new MetricBeans(SERVER, common(application));
    private final ChannelMetrics channel = new ChannelMetrics("mails", () -> 3, () -> 7, () -> 2);
    private final WorkerMetrics worker = new WorkerMetrics(() -> 11, () -> 5, List.of(channel), null);

    private static Map<Label, String> common(String application) {
        Map<Label, String> common = new EnumMap<>(Label.class);
        common.put(Label.APPLICATION, application);
        common.put(Label.REDIS, URL);
        return common;
    }

    @AfterEach
    void unregister() {
        metrics.remove(beans);
    }

    private Set<ObjectName> names() throws JMException {
        return SERVER.queryNames(
                new ObjectName("io.github.asynqee:application=" + ObjectName.quote(application) + ",*"), null);
    }

    private Object read(String type, String keys, String attribute) throws JMException {
        return SERVER.getAttribute(name(type, keys), attribute);
    }

    private ObjectName name(String type, String keys) throws JMException {
        return new ObjectName("io.github.asynqee:type=" + type + ",application=" + ObjectName.quote(application)
                + ",redis=" + ObjectName.quote(URL) + keys);
    }

    private static Map<String, Object> items(Object composite) {
        Map<String, Object> items = new HashMap<>();
        CompositeData data = (CompositeData) composite;
        data.getCompositeType().keySet().forEach(key -> items.put(key, data.get(key)));
        return items;
    }

    @Test
    void gauges_counters_split_counters_and_histograms_are_readable() throws JMException {
        metrics.add(beans);
        metrics.add(worker);
        worker.fetched(3);
        worker.fetched(0);
        ChannelMetrics.OfType type = channel.consumed("low,\"q\"", "email:*?\n");
        type.processed(Duration.ofMillis(40));
        type.ended(OutcomeKind.RETRY);
        metrics.enqueued("low", EnqueueKind.DUPLICATE);
        String ofType = ",channel=" + ObjectName.quote("mails") + ",queue=" + ObjectName.quote("low,\"q\"")
                + ",taskType=" + ObjectName.quote("email:*?\n");

        assertThat(read("Worker", "", "InFlight")).isEqualTo(11L);
        assertThat(read("Worker", "", "FetchesEmpty")).isEqualTo(1L);
        assertThat(items(read("Worker", "", "FetchSize"))).containsEntry("count", 1L).containsEntry("sum", 3.0)
                .containsEntry("le_2", 0L).containsEntry("le_4", 1L).containsEntry("le_inf", 1L);
        assertThat(read("Channel", ",channel=\"mails\"", "LanesBusy")).isEqualTo(3L);
        assertThat(read("Channel", ",channel=\"mails\"", "LanesFree")).isEqualTo(7L);
        assertThat(items(read("TaskType", ofType, "Outcomes"))).containsExactlyInAnyOrderEntriesOf(
                Map.of("done", 0L, "retry", 1L, "archive", 0L, "revoke", 0L, "requeue", 0L, "lost", 0L));
        assertThat(items(read("TaskType", ofType, "ProcessDuration"))).containsEntry("le_0.025", 0L)
                .containsEntry("le_0.05", 1L).containsEntry("sum", 0.04);
        assertThat(items(read("Queue", ",queue=\"low\"", "Enqueued"))).asInstanceOf(MAP)
                .containsEntry("duplicate", 1L).containsEntry("stored", 0L);
    }

    @Test
    void every_attribute_of_every_bean_is_open_and_readable() throws JMException {
        metrics.add(worker);
        channel.consumed("default", "a");
        metrics.enqueued("default", EnqueueKind.STORED);
        metrics.add(new InboxMetrics("mails"));
        metrics.add(new OutboxMetrics("java:comp/DefaultDataSource", () -> 1, () -> 2, () -> 3));
        metrics.add(beans);

        assertThat(names()).hasSize(Bean.values().length);
        for (ObjectName name : names()) {
            for (var info : SERVER.getMBeanInfo(name).getAttributes()) {
                Object value = SERVER.getAttribute(name, info.getName());
                assertThat(((OpenMBeanAttributeInfo) info).getOpenType().isValue(value)).as("%s %s", name, info)
                        .isTrue();
            }
        }
        assertThatThrownBy(() -> read("Worker", "", "Nothing")).isInstanceOf(AttributeNotFoundException.class);
        assertThatThrownBy(() -> SERVER.setAttribute(name("Worker", ""), new Attribute("InFlight", 1L)))
                .isInstanceOf(AttributeNotFoundException.class);
    }

    @Test
    void beans_end_with_their_worker_and_all_with_the_exporter() throws JMException {
        metrics.add(beans);
        metrics.add(worker);
        channel.consumed("default", "a");
        assertThat(names()).hasSize(4);

        metrics.remove(worker);
        channel.consumed("default", "after the end");
        assertThat(names()).containsExactly(name("Redis", ""));

        metrics.remove(beans);
        assertThat(names()).isEmpty();
    }

    @Test
    void a_second_application_of_the_same_name_gets_another_one() throws JMException {
        assertThat(MetricBeans.uniqueApplication(SERVER, application)).isEqualTo(application);
        metrics.add(beans);
        assertThat(MetricBeans.uniqueApplication(SERVER, application)).isEqualTo(application + "-2");

        NodeMetrics second = new NodeMetrics();
        MetricBeans others = new MetricBeans(SERVER, common(application + "-2"));
        second.add(others);
        try {
            assertThat(MetricBeans.uniqueApplication(SERVER, application)).isEqualTo(application + "-3");
            assertThat(names()).hasSize(1);
        } finally {
            second.remove(others);
        }
    }

    @Test
    void task_types_beyond_the_hundredth_of_a_queue_are_counted_together() throws JMException {
        metrics.add(beans);
        metrics.add(worker);
        IntStream.range(0, 150).forEach(i -> channel.consumed("default", "type-" + i));
        channel.consumed("default", "type-7");

        assertThat(SERVER.queryNames(new ObjectName("io.github.asynqee:type=TaskType,application="
                + ObjectName.quote(application) + ",*"), null)).hasSize(101);
        assertThat(read("TaskType", ",channel=\"mails\",queue=\"default\",taskType=\"other\"", "Consumed"))
                .isEqualTo(50L);
        assertThat(read("TaskType", ",channel=\"mails\",queue=\"default\",taskType=\"type-7\"", "Consumed"))
                .isEqualTo(2L);
    }
}
