package io.github.asynqee.cli.dash;

import java.util.List;

import io.github.asynqee.cli.dash.text.Frame;
import io.github.asynqee.cli.dash.text.Grid;
import io.github.asynqee.cli.dash.text.Grid.Row;
import org.jline.utils.AttributedString;

/** Renders the list of a view. Its methods receive only data of this view. */
interface Listing {

    List<Grid.Column> columns(Location place, Frame frame);

    List<Row> rows(Location place, Data data, Frame frame);

    /** Message for an empty list. */
    String empty(Location place);

    /** Lines above the list. */
    default List<AttributedString> above(Location place, Data data, Frame frame) {
        return List.of();
    }

    /**
     * Lines below the list; at most {@code room} lines.
     *
     * @param selected the key of the selected row
     */
    default List<AttributedString> below(Data data, String selected, int room, Frame frame) {
        return List.of();
    }
}
