package io.github.asynqee.console.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueueScopeTest {

    @ParameterizedTest
    @CsvSource({ "mails,mails,true", "mails,mail,false", "mails,mails2,false", "mails,Mails,false", "b-*,b-,true",
            "b-*,b-eu,true", "b-*,xb-eu,false", "*-eu,b-eu,true", "*-eu,b-eu-x,false", "a*b*c,axxbyybc,true",
            "a*b*c,axxbyyb,false", "a.c,abc,false", "(a+)+*x,aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa,false" })
    void a_star_is_any_text_and_nothing_else_is_special(String pattern, String queue, boolean contained) {
        assertThat(new QueueScope(List.of("other", pattern)).contains(queue)).isEqualTo(contained);
    }

    @ParameterizedTest
    @CsvSource({ "*-mails,billing}:t:-mails,false", "b*-eu,billing}:t:-eu,false", "*}*,a}b,true", "*}*,a}b}c,false",
            "a*,a}b,false", "a}b,a}b,true", "a{*,a{b,true" })
    void a_star_does_not_reach_into_the_keys_of_another_queue(String pattern, String queue, boolean contained) {
        assertThat(new QueueScope(List.of(pattern)).contains(queue)).isEqualTo(contained);
        assertThat(QueueScope.ALL.contains(queue)).isTrue();
    }

    @Test
    void what_concerns_no_queue_is_only_in_the_scope_of_all() {
        assertThat(QueueScope.ALL.contains(null)).isTrue();
        assertThat(new QueueScope(List.of("a*")).contains(null)).isFalse();
        assertThat(new QueueScope(List.of()).contains("a")).isFalse();
        assertThat(new QueueScope(List.of("b", "a"))).isEqualTo(new QueueScope(List.of("a", "b")));
    }

    @ParameterizedTest
    @CsvSource({ "mails,mails~1,true", "mails,mails~63,true", "m*,mails~7,true", "mails,mails~64,false",
            "mails,mails~0,false", "mails,mails~1~1,false", "mails,other~1,false", "*1,other~1,false",
            "*~1,other~1,false", "mails~*,mails~1,false", "mails~2,mails~2,true", "mails~2,mails,false",
            "mails~2,mails~1,false" })
    void shards_are_in_the_scope_of_their_queue(String pattern, String queue, boolean contained) {
        assertThat(new QueueScope(List.of(pattern)).contains(queue)).isEqualTo(contained);
    }
}
