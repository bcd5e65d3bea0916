/** What all commands share: the connection, output, filters, confirmation. */
package io.github.asynqee.cli.shared;
