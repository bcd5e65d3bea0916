package ${package};

import io.github.asynqee.testkit.EmbeddedRedis;

/** The server with the application, in the foreground: <code>./mvnw -Prun package</code>. */
public final class RunServer {

    private static final String REDIS = "MP_MESSAGING_CONNECTOR_ASYNQ_URL";

    private RunServer() {}

    /** Runs a command, with a Redis that ends with it unless the environment names one. */
    public static void main(String[] command) throws Exception {
        try (EmbeddedRedis redis = System.getenv(REDIS) == null ? EmbeddedRedis.start() : null) {
            ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
            builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
            // WildFly's script then ends its server when it is ended
            builder.environment().put("LAUNCH_JBOSS_IN_BACKGROUND", "true");
            if (redis != null) {
                builder.environment().put(REDIS, redis.url());
            }
            Process server = builder.start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                server.descendants().forEach(ProcessHandle::destroy);
                server.destroy();
            }));
            int code = server.waitFor();
            if (code != 0) {
                throw new IllegalStateException("The server has ended with " + code);
            }
        }
    }
}
