package io.github.asynqee.bench.report;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The machine, the versions and the commits of a run. */
public final class Facts {

    private static final String UNKNOWN = "unknown";
    private static final double KILOBYTES_PER_GIGABYTE = 1024 * 1024;

    private Facts() {}

    /** The facts of this machine now. */
    public static Map<String, String> ofThisMachine() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Started", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        facts.put("Cores", String.valueOf(Runtime.getRuntime().availableProcessors()));
        facts.put("CPU", value("/proc/cpuinfo", "model name"));
        String kilobytes = value("/proc/meminfo", "MemTotal").replaceAll("\\D", "");
        facts.put("Memory", kilobytes.isEmpty() ? UNKNOWN
                : Figures.text(Long.parseLong(kilobytes) / KILOBYTES_PER_GIGABYTE) + " GiB");
        facts.put("Kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("Load average before the run", String.format(Locale.ROOT, "%.2f",
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage()));
        facts.put("Java", System.getProperty("java.vm.name") + " " + Runtime.version());
        facts.put("Go", output("none", "go", "version"));
        facts.put("Open Liberty", System.getProperty("bench.liberty.version", UNKNOWN));
        facts.put("WildFly", System.getProperty("bench.wildfly.version", UNKNOWN));
        facts.put("Commit", commit(Path.of("").toAbsolutePath()));
        return facts;
    }

    /** The commit of a checkout, and whether files differ from that commit. */
    public static String commit(Path folder) {
        String commit = output(UNKNOWN, "git", "-C", folder.toString(), "rev-parse", "HEAD");
        boolean changed = !output("", "git", "-C", folder.toString(), "status", "--porcelain", "--untracked-files=no")
                .isEmpty();
        return changed ? commit + ", with changes that are not committed" : commit;
    }

    private static String value(String file, String name) {
        try {
            return Files.readAllLines(Path.of(file)).stream()
                    .filter(line -> line.startsWith(name))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst().orElse(UNKNOWN);
        } catch (IOException e) {
            return UNKNOWN;
        }
    }

    private static String output(String fallback, String... command) {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor(5, TimeUnit.SECONDS) && process.exitValue() == 0 ? output : fallback;
        } catch (IOException e) {
            return fallback;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return fallback;
        }
    }
}
