package io.github.asynqee.bench.subject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class CommandTest {

    @Test
    void a_line_is_read_as_it_was_written() {
        Command command = Command.of("enqueue").with("queue", "a").with("tasks", 17);

        assertThat(command).hasToString("enqueue queue=a tasks=17");
        assertThat(Command.parse(command.toString())).isEqualTo(command);
        assertThat(Command.parse(" stop ")).isEqualTo(Command.of("stop"));
    }

    @Test
    void a_missing_value_is_named() {
        assertThatThrownBy(() -> Command.parse("enqueue tasks=1").text("queue"))
                .hasMessageContaining("\"enqueue\" needs queue");
        assertThatThrownBy(() -> Command.parse("enqueue tasks")).hasMessageContaining("\"tasks\" is not name=value");
        assertThat(Command.parse("enqueue").text("queue", "default")).isEqualTo("default");
        assertThat(Command.parse("enqueue").number("size", 100)).isEqualTo(100);
    }

    @Test
    void an_unknown_or_incomplete_command_is_answered_with_the_reason() {
        CommandServer server = new CommandServer(command -> {
            throw new AssertionError("nothing is enqueued");
        });

        assertThat(server.reply("dance"))
                .isEqualTo("failed: java.lang.IllegalArgumentException: unknown command \"dance\"");
        assertThat(server.reply("expect")).startsWith("failed: ").contains("needs tasks");
        assertThat(server.reply("expect tasks=3")).isEqualTo("ok");
    }
}
