package io.github.asynqee.cli;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.asynqee.cli.shared.InspectorCommand;
import io.github.asynqee.cli.shared.RedisOptions;
import picocli.CommandLine.Option;

/**
 * The options that all commands have may stand before the command, as in asynq's own command line:
 * {@code asynq --uri redis://host queue ls}.
 */
final class EarlyOptions {

    private EarlyOptions() {}

    /**
     * Moves the options that all commands have behind the words that name the command.
     *
     * @param args the arguments
     * @return the same ones in an order in which each option follows its command
     */
    static String[] moved(String... args) {
        if (Stream.of(args).limit(2).noneMatch(arg -> arg.startsWith("-"))) {
            return args;
        }
        Map<String, Boolean> known = known();
        List<String> words = new ArrayList<>();
        List<String> options = new ArrayList<>();
        int next = 0;
        for (; next < args.length; next++) {
            String name = args[next].split("=", 2)[0];
            if (!name.startsWith("-")) {
                words.add(args[next]);
            } else if (known.containsKey(name)) {
                options.add(args[next]);
                if (known.get(name) && args[next].equals(name) && next + 1 < args.length) {
                    options.add(args[++next]);
                }
            } else {
                break;
            }
        }
        words.addAll(options);
        words.addAll(List.of(args).subList(next, args.length));
        return words.toArray(String[]::new);
    }

    /** Name to whether a value follows. */
    private static Map<String, Boolean> known() {
        Map<String, Boolean> known = new HashMap<>();
        Stream.of(RedisOptions.class, InspectorCommand.class).flatMap(type -> Stream.of(type.getDeclaredFields()))
                .filter(field -> field.isAnnotationPresent(Option.class)).forEach(field -> add(field, known));
        return known;
    }

    private static void add(Field field, Map<String, Boolean> known) {
        for (String name : field.getAnnotation(Option.class).names()) {
            known.put(name, field.getType() != boolean.class);
        }
    }
}
