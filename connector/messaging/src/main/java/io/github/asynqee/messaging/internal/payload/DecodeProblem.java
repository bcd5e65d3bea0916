package io.github.asynqee.messaging.internal.payload;

import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.stream.Stream;

import jakarta.json.bind.annotation.JsonbCreator;
import jakarta.json.stream.JsonParsingException;

import org.jspecify.annotations.Nullable;

/**
 * Describes why a payload cannot be decoded, without values of the payload: the text is stored with the task, and
 * tools that must mask payloads show it.
 */
final class DecodeProblem {

    private static final int MAX_DEPTH = 20;
    private static final int MAX_NAME = 100;
    /** Beginning of JSON-B messages that name a member of the class. */
    private static final String PROPERTY = "Unable to deserialize property '";

    private DecodeProblem() {}

    /** Returns the path of the member, the position in the text and the class of the error, if known. */
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

    /** Like {@link #of(Throwable)}, and adds why JSON-B cannot create an object of the class. */
    static String of(Throwable error, Type type) {
        Class<?> created = type instanceof Class<?> plain ? plain
                : type instanceof ParameterizedType generic ? (Class<?>) generic.getRawType() : Object.class;
        String problem = isOfJava(created) ? "" : problemOf(created);
        return of(error) + (problem.isEmpty() ? "" : "; " + created.getName() + problem);
    }

    private static boolean isOfJava(Class<?> type) {
        return type.isPrimitive() || type.isArray() || type.isEnum() || type.getName().startsWith("java");
    }

    private static String problemOf(Class<?> created) {
        if (Modifier.isAbstract(created.getModifiers())) {
            return " is abstract";
        } else if (Modifier.isPrivate(created.getModifiers())) {
            return " is private";
        }
        return created.isRecord() || Stream.of(created.getDeclaredConstructors()).anyMatch(DecodeProblem::isForJson)
                ? "" : " needs a constructor without parameters that is not private, or one with @JsonbCreator";
    }

    private static boolean isForJson(Constructor<?> constructor) {
        return constructor.isAnnotationPresent(JsonbCreator.class)
                || constructor.getParameterCount() == 0 && !Modifier.isPrivate(constructor.getModifiers());
    }

    /**
     * Returns a slash and the member named in a JSON-B message. Omits a name that is not a Java identifier: it may be
     * data.
     */
    private static String member(@Nullable String message) {
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
