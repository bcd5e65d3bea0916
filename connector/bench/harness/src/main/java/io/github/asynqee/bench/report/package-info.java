/** What is made of measurements: a {@link io.github.asynqee.bench.report.Report} to read and a table of all figures. */
package io.github.asynqee.bench.report;
