package io.github.asynqee.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueueNameTest {

    @ParameterizedTest
    @ValueSource(strings = { "default", "UPPER case", "очередь", "a}b", "{tag}", "a:b", " x " })
    void any_other_name_is_accepted_as_it_is(String name) {
        assertThat(QueueName.require(name)).isEqualTo(name);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = { "", " ", "\t\n" })
    void a_blank_name_is_refused(String name) {
        assertThatThrownBy(() -> QueueName.require(name)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("queue name must not be blank");
    }

    @Test
    void a_name_that_would_scatter_over_a_cluster_is_refused() {
        assertThatThrownBy(() -> QueueName.require("}x")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must not begin with \"}\": \"}x\"");
    }
}
