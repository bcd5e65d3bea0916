package io.github.asynqee.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Options without a value must be {@code @Nullable}, because NullAway does not know which fields picocli leaves unset.
 */
class OptionalOptionsTest {

    private final TreeSet<String> nullable = new TreeSet<>();
    private final List<String> wrong = new ArrayList<>();

    @Test
    void exactly_the_options_that_may_be_left_out_are_nullable() {
        visit(AsynqCommand.commandLine(new AsynqCommand(Clock.systemUTC(), url -> {
            throw new IllegalStateException(url);
        })));

        assertThat(wrong).isEmpty();
        assertThat(nullable).contains("String io.github.asynqee.cli.shared.RedisOptions.uri",
                "Change io.github.asynqee.cli.QueueShardsCommand.change");
    }

    private void visit(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        spec.args().forEach(arg -> {
            if (arg.userObject() instanceof Field field && !field.getType().isPrimitive()
                    && field.getDeclaringClass().getName().startsWith("io.github.asynqee")) {
                check(field, mayBeLeftOut(arg));
            }
        });
        Stream.of(spec.userObject().getClass().getDeclaredFields())
                .filter(field -> field.isAnnotationPresent(ArgGroup.class))
                .forEach(field -> check(field, field.getAnnotation(ArgGroup.class).multiplicity().startsWith("0")));
        command.getSubcommands().values().forEach(this::visit);
    }

    private static boolean mayBeLeftOut(ArgSpec arg) {
        boolean isOneOfSeveral = arg.group() != null && arg.group().exclusive() && arg.group().args().size() > 1;
        return isOneOfSeveral || !arg.required() && arg.defaultValue() == null && arg.initialValue() == null;
    }

    private void check(Field field, boolean mayBeNull) {
        String name = field.getType().getSimpleName() + " " + field.getDeclaringClass().getName() + "."
                + field.getName();
        if (mayBeNull) {
            nullable.add(name);
        }
        if (mayBeNull != field.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
            wrong.add(name + (mayBeNull ? " is not @Nullable, and may be left out" : " is @Nullable, and always set"));
        }
    }
}
