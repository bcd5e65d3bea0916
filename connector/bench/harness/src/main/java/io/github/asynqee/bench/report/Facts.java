package io.github.asynqee.bench.report;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Where a run took place.
 *
 * @param values what is to be told, by its name and in its order
 */
public record Facts(Map<String, String> values) {

    private static final double KILOBYTES_PER_GIGABYTE = 1024 * 1024;

    /** Copies the values. */
    public Facts {
        values = new LinkedHashMap<>(values);
    }

    /** @return those of this machine now */
    public static Facts ofThisMachine() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("Cores", String.valueOf(Runtime.getRuntime().availableProcessors()));
        values.put("CPU", line("/proc/cpuinfo", "model name"));
        values.put("Memory", memory());
        values.put("Kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        values.put("Load average before the run", String.format(Locale.ROOT, "%.2f",
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage()));
        values.put("Java", System.getProperty("java.vm.name") + " " + Runtime.version());
        values.put("Go", goVersion());
        return new Facts(values);
    }

    /**
     * Adds a fact.
     *
     * @param name its name
     * @param value what there is to tell
     * @return the facts with it
     */
    public Facts with(String name, String value) {
        Facts more = new Facts(values);
        more.values.put(name, value);
        return more;
    }

    private static String memory() {
        String kilobytes = line("/proc/meminfo", "MemTotal").replaceAll("\\D", "");
        return kilobytes.isEmpty() ? "unknown"
                : Figures.text(Long.parseLong(kilobytes) / KILOBYTES_PER_GIGABYTE) + " GiB";
    }

    private static String line(String file, String name) {
        try {
            List<String> lines = Files.readAllLines(Path.of(file));
            return lines.stream()
                    .filter(line -> line.startsWith(name))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException e) {
            return "unknown";
        }
    }

    private static String goVersion() {
        return said("none", "go", "version");
    }

    /**
     * The commit that is checked out.
     *
     * @param folder a checkout
     * @return its hash, or that it is unknown
     */
    public static String commit(Path folder) {
        return said("unknown commit", "git", "-C", folder.toString(), "rev-parse", "--short", "HEAD");
    }

    private static String said(String otherwise, String... command) {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor(5, TimeUnit.SECONDS) && process.exitValue() == 0 ? output : otherwise;
        } catch (IOException e) {
            return otherwise;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return otherwise;
        }
    }
}
