package io.github.asynqee.bench.round;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.bench.arena.Arena;
import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.arena.Measurement;

/**
 * Gives the contenders their turns in a setting: all begin, each warms up with a round that is not recorded, then
 * they take turns round by round. Who has a void round begins anew before the next one; who cannot begin or warm up is
 * recorded with that and left out. A setting that the arena does not want is skipped.
 */
public final class Turns {

    private static final Logger LOG = System.getLogger(Turns.class.getName());

    private final Arena arena;
    private final String workload;
    private final Setting setting;
    private final List<Contender> playing = new ArrayList<>();

    private Turns(Arena arena, String workload, Setting setting) {
        this.arena = arena;
        this.workload = workload;
        this.setting = setting;
    }

    /**
     * Lets all contenders of an arena that the setting suits have their rounds.
     *
     * @param arena where
     * @param workload its name
     * @param setting what they do
     */
    public static void take(Arena arena, String workload, Setting setting) {
        if (arena.wants(setting.name())) {
            new Turns(arena, workload, setting).take();
        }
    }

    private void take() {
        try {
            arena.contenders().stream().filter(setting::suits).forEach(this::enter);
            for (int round = 1; round <= arena.rounds(); round++) {
                for (Contender contender : List.copyOf(playing)) {
                    turn(contender, round);
                }
            }
        } finally {
            playing.forEach(this::end);
        }
    }

    private void enter(Contender contender) {
        try {
            setting.begin(contender);
            if (setting.warmUp() > 0 && !setting.round(contender, setting.warmUp()).isValid()) {
                end(contender);
                setting.begin(contender);
            }
            playing.add(contender);
        } catch (RuntimeException e) {
            leave(contender, 1, e);
        }
    }

    private void turn(Contender contender, int number) {
        Round round = attempt(contender);
        arena.record(new Measurement(workload, setting.name(), contender.name(), number, round.figures(),
                round.fault()));
        if (!round.isValid()) {
            end(contender);
            try {
                setting.begin(contender);
            } catch (RuntimeException e) {
                playing.remove(contender);
                leave(contender, number + 1, e);
            }
        }
    }

    private Round attempt(Contender contender) {
        try {
            return setting.round(contender, setting.tasks());
        } catch (RuntimeException e) {
            LOG.log(Level.DEBUG, "round failed", e);
            return Round.failed(e);
        }
    }

    private void leave(Contender contender, int round, RuntimeException why) {
        Round failed = Round.failed(why);
        for (int number = round; number <= arena.rounds(); number++) {
            arena.record(new Measurement(workload, setting.name(), contender.name(), number, failed.figures(),
                    failed.fault()));
        }
        end(contender);
    }

    private void end(Contender contender) {
        try {
            setting.end(contender);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "{0} cannot be stopped: {1}", contender.name(), e.getMessage());
        }
    }
}
