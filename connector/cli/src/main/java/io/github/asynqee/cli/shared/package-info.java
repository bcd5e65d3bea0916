/** What all commands share: the connection, output, filters, confirmation. */
@NullMarked
package io.github.asynqee.cli.shared;

import org.jspecify.annotations.NullMarked;
