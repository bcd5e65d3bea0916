/** How fast Redis itself would be. */
package io.github.asynqee.bench.ceiling;
