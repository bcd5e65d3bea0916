package io.github.asynqee.messaging.internal.payload;

import jakarta.json.stream.JsonParsingException;

/**
 * What is wrong with a payload, without its values: the text is stored with the task, and shown by tools that may have to hide
 * them.
 */
final class DecodeProblem {

    private static final int MAX_DEPTH = 20;
    private static final int MAX_NAME = 100;
    /** How the messages of JSON-B begin that name a member of the class. */
    private static final String PROPERTY = "Unable to deserialize property '";

    private DecodeProblem() {}

    /** The path of the member, the position in the text and the class of the error, where known. */
    static String of(Throwable error) {
        StringBuilder path = new StringBuilder();
        String position = "";
        Throwable last = error;
        Throwable cause = error;
        for (int depth = 0; cause != null && depth < MAX_DEPTH; depth++, cause = cause.getCause()) {
            path.append(member(cause.getMessage()));
            if (cause instanceof JsonParsingException parsing && parsing.getLocation() != null) {
                position = " at line " + parsing.getLocation().getLineNumber() + ", column "
                        + parsing.getLocation().getColumnNumber();
            }
            last = cause;
        }
        return "it cannot be read as JSON of this type" + (path.isEmpty() ? "" : ", member " + path) + ": "
                + last.getClass().getName() + position;
    }

    /** The name of the member in a message of JSON-B, after a slash; a name that is none of a Java member may be data. */
    private static String member(String message) {
        if (message == null || !message.startsWith(PROPERTY)) {
            return "";
        }
        int end = message.indexOf('\'', PROPERTY.length());
        String name = end < 0 ? "" : message.substring(PROPERTY.length(), end);
        boolean isName = name.length() <= MAX_NAME && !name.isEmpty()
                && name.chars().allMatch(Character::isJavaIdentifierPart);
        return isName ? "/" + name : "";
    }
}
