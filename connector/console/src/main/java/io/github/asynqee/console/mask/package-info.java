/** Values that the API does not show: replaced by asterisks, and kept by changes that have these. */
package io.github.asynqee.console.mask;
