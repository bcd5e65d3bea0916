package io.github.asynqee.console.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;

import jakarta.json.Json;
import jakarta.json.JsonObject;

import io.github.asynqee.console.problem.ProblemException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExportFormatTest {

    private static JsonObject object(String value) {
        return Json.createObjectBuilder().add("a", value).add("n", 3).add("o", Json.createObjectBuilder().add("x", 1))
                .build();
    }

    @ParameterizedTest
    @ValueSource(strings = { "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n-x\ny", " =1", "\u0000=1", "\uFF1D1" })
    void a_cell_that_could_be_a_formula_begins_with_an_apostrophe(String value) {
        assertThat(ExportFormat.CSV.line(object(value), List.of("a"))).isEqualTo("\"'" + value + "\"\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = { "", "a=1", "1-2", "'=1", "ä,;\n", "x\r\ny", "{\u201d" })
    void other_cells_stay_as_they_are(String value) {
        assertThat(ExportFormat.CSV.line(object(value), List.of("a"))).isEqualTo("\"" + value + "\"\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = { "\t", "a", "=", "\uFF1D\n" })
    void a_long_cell_is_written_in_linear_time(String unit) {
        String value = unit.repeat(500_000);

        assertTimeoutPreemptively(Duration.ofSeconds(60),
                () -> assertThat(ExportFormat.CSV.line(object(value), List.of("a"))).contains(value));
    }

    @Test
    void cells_are_in_quotes_in_the_order_of_the_columns() {
        assertThat(ExportFormat.CSV.head(List.of("a", "n"))).isEqualTo("\"a\",\"n\"\r\n");
        assertThat(ExportFormat.CSV.line(object("x\"y"), List.of("n", "a", "none", "o")))
                .isEqualTo("\"3\",\"x\"\"y\",\"\",\"{\"\"x\"\":1}\"\r\n");
    }

    @Test
    void ndjson_has_one_line_for_each_object() {
        assertThat(ExportFormat.NDJSON.ofLines(List.of("{\"a\":\"x\\ny\"}", "{\"b\":2}"), List.of("a")))
                .isEqualTo("{\"a\":\"x\\ny\"}\n{\"b\":2}\n");
        assertThat(ExportFormat.CSV.ofLines(List.of("{\"a\":\"-x\"}"), List.of("a"))).isEqualTo("\"a\"\r\n\"'-x\"\r\n");
    }

    @Test
    void formats_have_names() {
        assertThat(ExportFormat.of(null)).isEqualTo(ExportFormat.NDJSON);
        assertThat(ExportFormat.of("csv")).isEqualTo(ExportFormat.CSV);
        assertThatThrownBy(() -> ExportFormat.of("xls")).isInstanceOf(ProblemException.class);
    }
}
