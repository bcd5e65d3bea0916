package io.github.asynqee.bench.arena;

/**
 * Who was not measured.
 *
 * @param contender what it is called in reports
 * @param workload the only workload it would have had a part in, or empty if there are more
 * @param reason why
 */
public record Absence(String contender, String workload, String reason) {

    /**
     * Whether a workload lacks it.
     *
     * @param name of the workload
     * @return true if it would have had a part in it
     */
    public boolean concerns(String name) {
        return workload.isEmpty() || workload.equals(name);
    }
}
