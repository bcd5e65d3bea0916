/** Text of the full-screen view: columns, bars, colours, and formatting of numbers, times and untrusted text. */
@NullMarked
package io.github.asynqee.cli.dash.text;

import org.jspecify.annotations.NullMarked;
