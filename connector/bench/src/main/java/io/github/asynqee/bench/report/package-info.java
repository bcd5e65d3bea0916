/** Measurements, and the report and its tables. */
package io.github.asynqee.bench.report;
