package io.github.asynqee.bench.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All figures of all rounds as comma-separated values, one per line. A void round without figures has one line. */
public final class MeasurementFile {

    private final Path file;

    /** Creates or replaces the file. */
    public MeasurementFile(Path file) {
        this.file = file;
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, "workload,setting,subject,round,figure,value,fault\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Appends a measurement. */
    public void add(Measurement measurement) {
        List<String> lines = new ArrayList<>();
        measurement.figures().forEach((figure, value) -> lines.add(line(measurement, figure, value.toString())));
        if (lines.isEmpty()) {
            lines.add(line(measurement, "", ""));
        }
        try {
            Files.write(file, lines, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String line(Measurement measurement, String figure, String value) {
        return line(measurement.workload(), measurement.setting(), measurement.subject(),
                String.valueOf(measurement.round()), figure, value, measurement.fault());
    }

    static String line(String... values) {
        return Stream.of(values).map(MeasurementFile::quoted).collect(Collectors.joining(","));
    }

    private static String quoted(String text) {
        return text.matches("[^,\"\r\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
