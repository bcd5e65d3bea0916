package io.github.asynqee.worker;

/** No channel handles tasks of this type or version. */
public class HandlerNotFoundException extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private static final int MAX_SHOWN = 20;

    /**
     * Creates the exception with the text asynq uses.
     *
     * @param type the task's type
     */
    public HandlerNotFoundException(String type) {
        this(type, "");
    }

    private HandlerNotFoundException(String type, String versionOf) {
        super("handler not found for " + versionOf + "task \"" + type + "\"");
    }

    /**
     * Creates the exception of a task whose type is handled, but not its version.
     *
     * @param type the task's type
     * @param version its version, as the task has it
     * @return the exception
     */
    public static HandlerNotFoundException ofVersion(String type, String version) {
        return new HandlerNotFoundException(type, shown(version) + " of ");
    }

    /**
     * A version, for messages.
     *
     * @param version the version, as a task has it; any text
     * @return a short text
     */
    public static String shown(String version) {
        return "version " + (version.length() > MAX_SHOWN ? version.substring(0, MAX_SHOWN) + "…" : version);
    }
}
