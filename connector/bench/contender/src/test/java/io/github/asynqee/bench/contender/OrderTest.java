package io.github.asynqee.bench.contender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class OrderTest {

    @Test
    void a_line_is_read_as_it_was_written() {
        Order order = Order.to("enqueue").with("queue", "a").with("tasks", 17);

        assertThat(order).hasToString("enqueue queue=a tasks=17");
        assertThat(Order.parse(order.toString())).isEqualTo(order);
        assertThat(Order.parse(" stop ")).isEqualTo(Order.to("stop"));
    }

    @Test
    void what_is_missing_is_named() {
        assertThatThrownBy(() -> Order.parse("enqueue tasks=1").text("queue"))
                .hasMessageContaining("\"enqueue\" needs queue");
        assertThatThrownBy(() -> Order.parse("enqueue tasks")).hasMessageContaining("\"tasks\" is not name=value");
        assertThat(Order.parse("enqueue").text("queue", "default")).isEqualTo("default");
    }

    @Test
    void an_unknown_order_is_answered_with_what_is_wrong() {
        OrderDesk desk = new OrderDesk(order -> {
            throw new AssertionError("nothing is enqueued");
        });

        assertThat(desk.answer("dance"))
                .isEqualTo("failed: java.lang.IllegalArgumentException: there is no order \"dance\"");
        assertThat(desk.answer("expect")).startsWith("failed: ").contains("needs tasks");
        assertThat(desk.answer("expect tasks=3")).isEqualTo("ok");
    }
}
