package io.github.asynqee.bench.report;

/**
 * A subject that was not measured.
 *
 * @param subject its name in reports
 * @param workload the only workload of the subject, or empty if it has several
 * @param reason why
 */
public record Skipped(String subject, String workload, String reason) {

    boolean concerns(String name) {
        return workload.isEmpty() || workload.equals(name);
    }
}
