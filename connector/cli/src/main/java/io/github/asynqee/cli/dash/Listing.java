package io.github.asynqee.cli.dash;

import java.util.List;

import io.github.asynqee.cli.dash.text.Frame;
import io.github.asynqee.cli.dash.text.Grid;
import io.github.asynqee.cli.dash.text.Grid.Row;
import org.jline.utils.AttributedString;

/** How the list of a view is shown. Only given data of its own kind. */
interface Listing {

    List<Grid.Column> columns(Place place, Frame frame);

    List<Row> rows(Place place, Data data, Frame frame);

    /** What is shown if there are no rows. */
    String empty(Place place);

    /** Lines above the list. */
    default List<AttributedString> above(Place place, Data data, Frame frame) {
        return List.of();
    }

    /**
     * Lines below the list; fewer if there is no room.
     *
     * @param selected the key of the selected row
     */
    default List<AttributedString> below(Data data, String selected, int room, Frame frame) {
        return List.of();
    }
}
