/** Values that the API does not show: replaced by asterisks, and kept by changes that contain the asterisks. */
package io.github.asynqee.console.mask;
