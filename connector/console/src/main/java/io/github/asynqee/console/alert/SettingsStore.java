package io.github.asynqee.console.alert;

import java.util.function.UnaryOperator;

import io.github.asynqee.console.json.Json;
import io.github.asynqee.console.json.Stored;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.redis.ConsoleScript;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import redis.clients.jedis.Protocol.Command;

/** The settings in Redis. */
final class SettingsStore {

    static final String KEY = "asynq:console:alerts";

    private static final int ATTEMPTS = 5;

    private final RedisExecutor executor;

    SettingsStore(RedisExecutor executor) {
        this.executor = executor;
    }

    AlertSettings read() {
        return parse(text());
    }

    private String text() {
        String text = Replies.text(executor.send(RedisCommand.command(Command.GET).key(KEY)));
        return text == null ? "" : text;
    }

    private static AlertSettings parse(String text) {
        return text.isEmpty() ? AlertSettings.DEFAULT : AlertSettings.of(Stored.of(text));
    }

    /** Changes the settings; repeated if another node changes them at the same time. */
    AlertSettings change(UnaryOperator<AlertSettings> change) {
        for (int i = 0; i < ATTEMPTS; i++) {
            String before = text();
            AlertSettings changed = change.apply(parse(before));
            if (Replies
                    .number(executor.send(RedisCommand.script(ConsoleScript.SAVE_SETTINGS).key(KEY).arg(before)
                            .arg(Json.text(changed)))) == 1) {
                return changed;
            }
        }
        throw ProblemException.conflict("The settings are being changed by another user.");
    }
}
