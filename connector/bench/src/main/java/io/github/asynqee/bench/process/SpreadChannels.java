package io.github.asynqee.bench.process;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import io.github.asynqee.bench.subject.BenchHandler;
import io.github.asynqee.bench.subject.Command;

/** A class with a handler method for each queue of a command {@code start}, and the configuration of its channels. */
final class SpreadChannels {

    /** The queue of the application's own channel, which has no tasks then. */
    static final String OTHER = "bench-other=1";

    private static final String NAME = "SpreadChannels";
    private static final String CLASS = """
            package %s;

            @jakarta.enterprise.context.ApplicationScoped
            public class %s {

                @jakarta.inject.Inject
                private BenchHandler handler;
            """;
    private static final String METHOD = """
                @org.eclipse.microprofile.reactive.messaging.Incoming("spread-%1$d")
                public void handle%1$d(byte[] payload) throws InterruptedException {
                    handler.handle(payload);
                }
            """;
    private static final String CHANNEL = """
            mp.messaging.incoming.spread-%1$d.connector=asynq
            mp.messaging.incoming.spread-%1$d.queues=%2$s
            mp.messaging.incoming.spread-%1$d.concurrency=%3$d
            """;

    private SpreadChannels() {}

    /**
     * Compiles the class.
     *
     * @return the files for {@link ServerWar}
     * @throws IllegalStateException if this Java has no compiler, or it fails
     */
    static Map<String, byte[]> files(Command start) {
        String[] queues = start.text("queues").split(",");
        StringBuilder source = new StringBuilder(CLASS.formatted(BenchHandler.class.getPackageName(), NAME));
        StringBuilder config = new StringBuilder();
        for (int i = 0; i < queues.length; i++) {
            source.append(METHOD.formatted(i));
            config.append(CHANNEL.formatted(i, queues[i].replaceFirst(":.*", ""), start.number("concurrency")));
        }
        String path = BenchHandler.class.getPackageName().replace('.', '/') + "/" + NAME + ".class";
        return Map.of(path, compiled(path, source.append("}\n").toString()),
                ServerWar.CONFIG, config.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] compiled(String path, String source) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new IllegalStateException("a channel for each queue needs a JDK, not only a Java runtime");
        }
        Path folder = NativeBuild.folder("spread");
        StringWriter errors = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            Path file = Files.writeString(folder.resolve(NAME + ".java"), source);
            List<String> options = List.of("-proc:none", "-d", folder.toString(), "-classpath",
                    System.getProperty("java.class.path"));
            if (!compiler.getTask(errors, files, null, options, null, files.getJavaFileObjects(file)).call()) {
                throw new IllegalStateException(NAME + " cannot be compiled: " + errors);
            }
            return Files.readAllBytes(folder.resolve(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
