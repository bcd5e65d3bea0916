package io.github.asynqee.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.github.asynqee.internal.redis.lua.Script;
import redis.clients.jedis.Jedis;

/** The rules of ACL users in {@code docs/redis.md}, and the commands that these users sent. */
public final class AclRules {

    public static final String PASSWORD = "secret";

    private static final Path PAGE = Path.of("../../docs/redis.md");

    /** Commands of the test itself, and commands that log in, which every user may send. */
    private static final Set<String> WITHOUT_RULE = Set.of("acl", "config", "hello", "auth");

    private AclRules() {}

    /** The rules of a user, without its password. */
    public static String[] of(String user) {
        try {
            Matcher line = Pattern.compile("(?m)^    user " + user + " on >" + PASSWORD + " (.*)$")
                    .matcher(Files.readString(PAGE));
            if (!line.find()) {
                throw new IllegalStateException(PAGE + " has no rules of the user " + user);
            }
            return line.group(1).split(" ");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The rules that each user needs beside its own on a Cluster. */
    public static List<String> onCluster() {
        return List.of("+cluster|slots", "+asking");
    }

    /** The commands that the rules of a user allow, without subcommands. */
    public static Set<String> commands(String user) {
        return Arrays.stream(of(user)).filter(rule -> rule.startsWith("+")).map(rule -> name(rule.substring(1)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Commands that were sent or called by scripts since the statistics were reset. */
    public static Set<String> used(Jedis redis) {
        return redis.info("commandstats").lines().filter(line -> line.startsWith("cmdstat_"))
                .filter(line -> !line.contains(":calls=0,"))
                .map(line -> name(line.substring("cmdstat_".length(), line.indexOf(':'))))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The commands that a script may call. */
    private static Set<String> commandsOf(Script script) {
        Set<String> commands = new TreeSet<>();
        Matcher call = Pattern.compile("(?:redis\\.p?call|read)\\((.*)")
                .matcher(new String(script.lua().text(), UTF_8));
        while (call.find()) {
            Matcher name = Pattern.compile("'([A-Z]+)'").matcher(call.group(1).replaceAll(",.*", ""));
            while (name.find()) {
                commands.add(name.group(1).toLowerCase(Locale.ROOT));
            }
        }
        return commands;
    }

    /**
     * The permissions of a user that has done everything a user of its kind can do: the commands it used, and all
     * commands of these scripts.
     */
    public static Set<String> needed(Jedis redis, Set<Script> scripts) {
        Set<String> needed = used(redis);
        needed.removeAll(WITHOUT_RULE);
        scripts.forEach(script -> needed.addAll(commandsOf(script)));
        return needed;
    }

    /** What users tried to do and were not allowed to. */
    public static List<String> refusals(Jedis redis) {
        return redis.aclLog().stream().map(entry -> entry.getUsername() + ": " + entry.getObject()).toList();
    }

    private static String name(String command) {
        return command.split("\\|")[0];
    }
}
