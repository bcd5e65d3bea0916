package io.github.asynqee.server.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.asynqee.server.faults.app.Kind;
import org.junit.jupiter.api.Test;

class TurnsTest {

    /** Large tasks that start one after the other, from time 1 on. */
    private static List<String> large(int count) {
        List<String> starts = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            starts.add("large-" + i + " " + i);
        }
        return starts;
    }

    @Test
    void a_task_is_passed_over_if_more_than_a_hundred_others_start_before_it() {
        List<String> starts = large(300);
        starts.add("small-1 120");
        starts.add("small-2 121");
        starts.add("small-2 122");

        Turns turns = Turns.of(Map.of("small-1", "20", "small-2", "20", "small-3", "20"), starts);

        assertThat(turns).isEqualTo(new Turns(2, List.of("small-2")));
        assertThat(turns.taken()).isFalse();
    }

    @Test
    void a_tenth_may_be_passed_over() {
        assertThat(new Turns(10, List.of("small-1")).taken()).isTrue();
        assertThat(new Turns(9, List.of("small-1")).taken()).isFalse();
        assertThat(new Turns(0, List.of()).taken()).as("nothing was seen").isFalse();
    }

    @Test
    void one_of_eight_tasks_is_of_a_small_tenant() {
        List<String> tenants = new ArrayList<>();
        for (int number = 0; number < 100; number++) {
            if (Kind.FAIR.isIn(number)) {
                tenants.add(Kind.turnOf(Kind.FAIR.id(number)));
            }
        }

        assertThat(tenants).hasSize(50).contains("small-0", "small-1", "small-2")
                .filteredOn(Kind.LARGE_TENANT::equals).hasSize(43);
        assertThat(List.of(0, 4, 8, 12)).extracting(number -> Kind.queueOf(Kind.FOUND.id(number)))
                .containsExactly("found-0", "found-1", "found-2", "found-0");
    }
}
