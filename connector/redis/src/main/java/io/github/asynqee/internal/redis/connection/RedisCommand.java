package io.github.asynqee.internal.redis.connection;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.github.asynqee.internal.redis.lua.Script;
import io.github.asynqee.internal.text.ExactText;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;

/** A command to Redis: a script or a plain command with its keys and arguments. All keys are in one slot. */
public final class RedisCommand {

    /** See {@code include/whole_slot.lua}. */
    private static final String MISSING = ":whole-slot";

    private final Script script;
    private final Command command;
    private final List<byte[]> keys = new ArrayList<>();
    private final List<byte[]> arguments = new ArrayList<>();
    private byte[] text;
    private String routingKey;

    private RedisCommand(Script script, Command command) {
        this.script = script;
        this.command = command;
    }

    public static RedisCommand script(Script script) {
        return new RedisCommand(script, Command.EVALSHA);
    }

    public static RedisCommand command(Command command) {
        return new RedisCommand(null, command);
    }

    /** A script that is sent as text each time, for rare calls. */
    public static RedisCommand eval(String text) {
        RedisCommand command = new RedisCommand(null, Command.EVAL);
        command.text = text.getBytes(StandardCharsets.UTF_8);
        return command;
    }

    public RedisCommand key(String key) {
        if (routingKey == null) {
            routingKey = key;
        }
        keys.add(ExactText.encode(key));
        return this;
    }

    public RedisCommand arg(byte[] argument) {
        arguments.add(argument);
        return this;
    }

    public RedisCommand arg(String argument) {
        return arg(ExactText.encode(argument));
    }

    public RedisCommand arg(long argument) {
        return arg(Long.toString(argument));
    }

    /** Number of keys added so far; equal to the index of the last key, counted from 1. */
    public int keyCount() {
        return keys.size();
    }

    /** The key that determines the cluster node; {@code null} if any node can execute the command. */
    public String routingKey() {
        return routingKey;
    }

    /** Whether a Cluster must refuse the command while its slot moves. */
    boolean needsWholeSlot() {
        return isScript() && script.lua().needsWholeSlot();
    }

    /** A key in the same slot that never exists: while the slot moves, Redis refuses a call with this key. */
    private byte[] missingKey() {
        int end = routingKey.indexOf('}', routingKey.indexOf('{')) + 1;
        return ExactText.encode(routingKey.substring(0, end) + MISSING);
    }

    public boolean isScript() {
        return script != null;
    }

    /** Whether another command has the same name, keys and arguments. */
    public boolean isSameAs(RedisCommand other) {
        return script == other.script && command == other.command && Arrays.equals(text, other.text)
                && areSame(keys, other.keys)
                && areSame(arguments, other.arguments);
    }

    private static boolean areSame(List<byte[]> some, List<byte[]> others) {
        boolean same = some.size() == others.size();
        for (int i = 0; same && i < some.size(); i++) {
            same = Arrays.equals(some.get(i), others.get(i));
        }
        return same;
    }

    public CommandArguments toArguments() {
        return isScript() ? withScript(Command.EVALSHA, script.lua().sha())
                : text != null ? withScript(Command.EVAL, text) : plain();
    }

    /** The script call with the script's text, for a server that has not loaded the script. */
    CommandArguments toArgumentsWithText() {
        return withScript(Command.EVAL, script.lua().text());
    }

    private CommandArguments withScript(Command eval, byte[] shaOrText) {
        CommandArguments result = new CommandArguments(eval).add(shaOrText)
                .add(needsWholeSlot() ? keys.size() + 1 : keys.size());
        keys.forEach(result::add);
        if (needsWholeSlot()) {
            result.add(missingKey());
        }
        arguments.forEach(result::add);
        return result;
    }

    private CommandArguments plain() {
        CommandArguments result = new CommandArguments(command);
        keys.forEach(result::add);
        arguments.forEach(result::add);
        return result;
    }

    @Override
    public String toString() {
        return isScript() ? script.name() : command.name();
    }
}
