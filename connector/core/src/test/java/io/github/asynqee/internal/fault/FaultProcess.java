package io.github.asynqee.internal.fault;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.asynqee.internal.fault.FaultLab.Topology;
import io.github.asynqee.internal.fault.FaultRow.Moment;
import io.github.asynqee.internal.fault.FaultRun.Measured;

/**
 * Runs the application of a row in a separate process, which may open few files. During the fault the process opens all of
 * them, so that it cannot make a connection.
 */
final class FaultProcess {

    private static final int FILES = 400;
    private static final Duration PAUSE = Duration.ofMillis(2);

    private final List<InputStream> held = new ArrayList<>();
    private volatile boolean holds;
    private Thread holder;

    private FaultProcess() {}

    /** Runs a row; its fault happens to the Redis of this process at the same time. */
    static Measured run(FaultRow row, FaultLab lab, Path directory) throws Exception {
        Files.createDirectories(directory);
        Path result = directory.resolve("measured");
        ProcessBuilder command = new ProcessBuilder("sh", "-c", "ulimit -n " + FILES + " && exec \"$@\"", "sh",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC", FaultProcess.class.getName(), row.topology.name(), row.moment.name(),
                String.valueOf(row.hold.toSeconds()), lab.url(),
                lab.ports().stream().map(String::valueOf).collect(Collectors.joining(",")), result.toString());
        command.environment().put("CLASSPATH", jars(directory));
        Process process = command.redirectError(directory.resolve("errors").toFile()).start();
        try (BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
                PrintStream answers = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8)) {
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                (line.equals("begin") ? row.begin : row.end).run(lab);
                answers.println(line);
            }
            if (process.waitFor() != 0) {
                throw new AssertionError(Files.readString(directory.resolve("errors")));
            }
        } finally {
            process.destroyForcibly();
        }
        try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(result))) {
            return (Measured) in.readObject();
        }
    }

    /** The class path with jars instead of folders: an application server does not open a file for each class. */
    private static String jars(Path directory) throws IOException {
        List<String> path = new ArrayList<>();
        for (String each : System.getProperty("java.class.path").split(File.pathSeparator)) {
            path.add(Files.isDirectory(Path.of(each))
                    ? jar(Path.of(each), directory.resolve(path.size() + ".jar")).toString()
                    : each);
        }
        return String.join(File.pathSeparator, path);
    }

    private static Path jar(Path folder, Path jar) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(folder.relativize(file).toString()));
                Files.copy(file, out);
            }
        }
        return jar;
    }

    /** In the process. */
    public static void main(String[] args) throws Exception {
        Set<Integer> ports = new HashSet<>();
        Stream.of(args[4].split(",")).forEach(port -> ports.add(Integer.parseInt(port)));
        warmUp(ports.iterator().next(), args[3]);
        FaultProcess process = new FaultProcess();
        FaultRow row = new FaultRow("", Topology.valueOf(args[0]), Moment.valueOf(args[1]))
                .hold(Integer.parseInt(args[2])).on(directory -> FaultLab.of(args[3], ports))
                .fault(lab -> process.begin(), lab -> process.end());
        Measured measured = FaultRun.run(row, null);
        try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(Path.of(args[5])))) {
            out.writeObject(measured);
        }
        System.exit(0);
    }

    /**
     * Makes the JVM open its own files as an application server has done before. Without a file that it needs for a class
     * the JVM never loads that class.
     */
    private static void warmUp(int port, String url) throws Exception {
        try (Socket first = new Socket(InetAddress.getLoopbackAddress(), port)) {
            first.getOutputStream().flush();
        }
        System.getLogger("begin").log(System.Logger.Level.INFO, "{0}", url);
        FaultProcess.class.getClassLoader().getResources("none").hasMoreElements();
        Class.forName("redis.clients.jedis.ConnectionFactory");
    }

    private void begin() throws IOException {
        holds = true;
        holder = new Thread(this::hold, "holder of files");
        holder.setDaemon(true);
        holder.start();
        say("begin");
    }

    /** Opens each file that may be opened, also after connections were closed. */
    private void hold() {
        while (holds) {
            try {
                held.add(new FileInputStream("/dev/null"));
            } catch (IOException e) {
                rest();
            }
        }
    }

    private static void rest() {
        try {
            Thread.sleep(PAUSE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void end() throws IOException, InterruptedException {
        holds = false;
        holder.join();
        for (InputStream each : held) {
            each.close();
        }
        say("end");
    }

    private static void say(String line) throws IOException {
        System.out.println(line);
        while (System.in.read() != '\n') {
            // the other process has not done it yet
        }
    }
}
