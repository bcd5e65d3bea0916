package io.github.asynqee.cli.dash;

import java.util.List;

import org.jline.utils.AttributedString;

/**
 * A row of a list.
 *
 * @param key identifies the row when the list is read anew
 * @param name what a filter by name is compared with
 * @param cells one for each column
 */
record Row(String key, String name, List<AttributedString> cells) {}
