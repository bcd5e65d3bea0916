/** What contenders are asked to do. */
package io.github.asynqee.bench.workload;
