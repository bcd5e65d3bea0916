/** Text of the full-screen view: columns, bars, colours, and what is shown of numbers, times and foreign text. */
@NullMarked
package io.github.asynqee.cli.dash.text;

import org.jspecify.annotations.NullMarked;
