package io.github.asynqee.bench.process;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import io.github.asynqee.bench.subject.Command;

/** Stock Go asynq, compiled at run time, because its module is not available everywhere. */
public final class GoAsynq {

    /** Its name in reports. */
    public static final String NAME = "Go asynq v0.26.0";
    static final String ID = "go-asynq";

    private static Path program;

    private GoAsynq() {}

    /**
     * Starts it; the first call downloads its modules and builds it.
     *
     * @throws IllegalStateException if it cannot be built, with the reason
     */
    static synchronized Subject start(String name) {
        if (program == null) {
            Path work = NativeBuild.work("go");
            Path built = work.resolve("bench-asynq");
            NativeBuild.run(NativeBuild.sources("go/asynq"), work.resolve("build.log"),
                    List.of("go", "build", "-buildvcs=false", "-o", built.toString(), "."));
            program = built;
        }
        return new ProcessSubject(name, ID, List.of(program.toString()), ProcessSubject.log(ID + " " + name),
                GoAsynq::supports);
    }

    /**
     * One worker with one channel. Goroutines count as platform threads, so that Go takes part in only one variant of a
     * setting.
     */
    static boolean supports(Command command) {
        return Stream.of("channels", "worker", "group", "shards", "config", "by", "max-running", "fair-by", "pattern")
                .noneMatch(command::has)
                && command.text("mode", "single").equals("single")
                && command.text("threads", "platform").equals("platform");
    }
}
