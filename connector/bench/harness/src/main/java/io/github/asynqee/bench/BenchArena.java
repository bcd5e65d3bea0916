package io.github.asynqee.bench;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;

import io.github.asynqee.bench.arena.Absence;
import io.github.asynqee.bench.arena.Arena;
import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.arena.Measurement;
import io.github.asynqee.bench.arena.RedisMeter;

/**
 * The arena of one workload.
 *
 * @param redis the Redis all contenders share
 * @param contenders those that take part
 * @param producers has what enqueues what others are measured with, once that is needed
 * @param rounds how many rounds each setting has
 * @param scale what numbers of tasks are multiplied with
 * @param settings which settings are measured: those in whose names this is found
 * @param recorder gets each measurement
 * @param absences gets who cannot be measured
 */
public record BenchArena(RedisMeter redis, List<Contender> contenders, Supplier<Contender> producers, int rounds,
        double scale, Pattern settings, Consumer<Measurement> recorder, Consumer<Absence> absences) implements Arena {

    @Override
    public Contender producer() {
        return producers.get();
    }

    @Override
    public boolean wants(String setting) {
        return settings.matcher(setting).find();
    }

    @Override
    public int scaled(int full) {
        return (int) Math.max(1, Math.round(full * scale));
    }

    @Override
    public void record(Measurement measurement) {
        recorder.accept(measurement);
    }

    @Override
    public void absent(Absence absence) {
        absences.accept(absence);
    }
}
