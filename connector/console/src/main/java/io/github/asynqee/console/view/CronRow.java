package io.github.asynqee.console.view;

import java.time.Instant;
import java.util.List;

import io.github.asynqee.console.json.Member;

/**
 * A periodic entry.
 *
 * @param queue the queue of its tasks
 * @param payload the beginning, {@code null} if it is binary or the entry is gone
 * @param next the next tick that its scheduler has published, {@code null} if there is none
 * @param previous the last tick for which a task was enqueued, {@code null} if there is none
 * @param specWords the spec in words, {@code null} if it is not valid
 * @param controllable whether it can be paused and resumed from here
 * @param watchedSince time since which a node of the console has seen the entry with this spec and not paused,
 *        {@code null} if no node has
 * @param goneSince time since which no scheduler publishes the entry, {@code null} if a scheduler does
 * @param specProblem why its ticks are not known, {@code null} if they are known
 * @param nextRuns the next five ticks; ticks of a paused entry are skipped
 * @param runs the latest 20 tasks, the latest first; {@code null} if they were not read
 * @param missed ticks in the time of these runs for which no task was enqueued
 */
public record CronRow(String id, String spec, String specWords, String type, String queue, String payload,
        List<String> options,
        Instant next, Instant previous, boolean paused, boolean controllable, Instant watchedSince, Instant goneSince,
        String specProblem, @Member(maxItems = 5) List<Instant> nextRuns, @Member(maxItems = 20) List<Run> runs,
        List<Instant> missed) {

    /**
     * A task that the entry enqueued.
     *
     * @param state its current state; {@code gone} if it is no longer in Redis: it succeeded without a retention, or
     *        was deleted; {@code null} if it was just enqueued
     */
    public record Run(String taskId, Instant at, String state) {}

    /** The same entry with its latest runs. */
    public CronRow with(List<Run> latest, List<Instant> without) {
        return new CronRow(id, spec, specWords, type, queue, payload, options, next, previous, paused, controllable,
                watchedSince,
                goneSince, specProblem, nextRuns, latest, without);
    }
}
