/** Shared parts of the commands: connection, output, filters, confirmation. */
@NullMarked
package io.github.asynqee.cli.shared;

import org.jspecify.annotations.NullMarked;
