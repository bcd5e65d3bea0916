package io.github.asynqee.bench.peers;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.asynqee.bench.peers.process.PeerKind;

/**
 * The options of a run, all optional:
 *
 * <ul>
 * <li>{@code --peers asynq-always,jms-disk}: only these job systems
 * <li>{@code --rounds 3}: the number of rounds of each setting
 * <li>{@code --seconds 3}: how long a drain should take
 * <li>{@code --out DIR}: the folder for the report
 * </ul>
 *
 * @param peers which job systems
 * @param rounds how many rounds
 * @param seconds how long a drain should take
 * @param out the folder for the report
 */
record PeerOptions(List<PeerKind> peers, int rounds, double seconds, Path out) {

    private static final List<String> NAMES = List.of("--peers", "--rounds", "--seconds", "--out");

    /**
     * Reads the command line.
     *
     * @throws IllegalArgumentException if an option is invalid; the message contains the allowed values
     */
    static PeerOptions parse(List<String> arguments) {
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < arguments.size(); i += 2) {
            String option = arguments.get(i);
            if (!NAMES.contains(option)) {
                throw new IllegalArgumentException(
                        "unknown option " + option + "; allowed are " + String.join(", ", NAMES));
            }
            if (i + 1 == arguments.size()) {
                throw new IllegalArgumentException(option + " needs a value");
            }
            values.put(option, arguments.get(i + 1));
        }
        return new PeerOptions(peers(values.get("--peers")),
                Integer.parseInt(matching("--rounds", values.getOrDefault("--rounds", "3"), "[1-9]\\d{0,2}")),
                Double.parseDouble(matching("--seconds", values.getOrDefault("--seconds", "3"),
                        "(0\\.[1-9]|[1-9])\\d*(\\.\\d+)?")),
                Path.of(values.getOrDefault("--out", "target/bench")));
    }

    private static List<PeerKind> peers(String value) {
        if (value == null) {
            return List.of(PeerKind.values());
        }
        List<String> wanted = List.of(value.split(","));
        List<String> all = Stream.of(PeerKind.values()).map(PeerKind::option).toList();
        for (String name : wanted) {
            if (!all.contains(name)) {
                throw new IllegalArgumentException(
                        "--peers " + name + " is unknown; allowed are " + String.join(", ", all));
            }
        }
        return Arrays.stream(PeerKind.values()).filter(kind -> wanted.contains(kind.option())).toList();
    }

    private static String matching(String option, String value, String pattern) {
        if (value.matches(pattern)) {
            return value;
        }
        throw new IllegalArgumentException(option + " is a number above 0, not " + value);
    }
}
