package io.github.asynqee.sample.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class WarehouseTest {

    private final Warehouse warehouse = new Warehouse();

    @Test
    void gives_what_it_has() {
        warehouse.take("Ink, midnight blue", 2);

        assertThat(warehouse.stock()).containsEntry("Ink, midnight blue", 1);
    }

    @Test
    void is_filled_up_in_the_morning() {
        warehouse.take("Ink, midnight blue", 3);

        warehouse.fill();

        assertThat(warehouse.stock()).isEqualTo(new Warehouse().stock());
    }

    @Test
    void gives_nothing_if_it_has_not_enough() {
        assertThatThrownBy(() -> warehouse.take("Ink, midnight blue", 4)).isInstanceOf(SoldOutException.class)
                .hasMessage("4 × Ink, midnight blue wanted, but only 3 left");

        assertThat(warehouse.stock()).containsEntry("Ink, midnight blue", 3);
    }
}
