/** Measurements, and the report and tables made of them. */
package io.github.asynqee.bench.report;
