package io.github.asynqee.console.security;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The roles of the console, from the lowest to the highest. A higher role includes the lower ones. */
public enum Role {

    VIEWER, OPERATOR, ADMIN;

    /** The name of the role in {@code web.xml} and in the configuration of the server. */
    public String containerName() {
        return "asynq-" + name().toLowerCase(Locale.ROOT);
    }

    /**
     * The roles of a user, the lower ones included.
     *
     * @param isInRole whether the container has given the user a role of that name
     * @return the roles, the lowest first; empty if the user has none
     */
    public static List<Role> of(Predicate<String> isInRole) {
        return Stream.of(values())
                .filter(role -> Stream.of(values())
                        .anyMatch(higher -> higher.compareTo(role) >= 0 && isInRole.test(higher.containerName())))
                .toList();
    }
}
