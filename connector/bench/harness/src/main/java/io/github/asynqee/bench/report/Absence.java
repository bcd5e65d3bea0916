package io.github.asynqee.bench.report;

/**
 * Who was not measured.
 *
 * @param contender what it is called in reports
 * @param reason why
 */
public record Absence(String contender, String reason) {}
