package io.github.asynqee.messaging.internal.config.property;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import org.eclipse.microprofile.config.Config;

/**
 * Finds the periodic tasks of the configuration. A property counts only if its last part is an attribute. Otherwise
 * task and attribute could not be distinguished in the names of environment variables.
 */
public final class CronNames {

    private static final String HEADER = "header.";

    private CronNames() {}

    public static Set<String> of(Config config) {
        Set<String> names = new TreeSet<>();
        for (String property : config.getPropertyNames()) {
            if (property.startsWith(Scope.CRON.prefix())) {
                String rest = property.substring(Scope.CRON.prefix().length());
                String name = ChannelNames.channel(rest);
                String prefix = Scope.CRON.prefix(name);
                if (!name.isEmpty() && property.startsWith(prefix)
                        && isAttribute(property.substring(prefix.length()))) {
                    names.add(name);
                }
            }
        }
        return names;
    }

    private static boolean isAttribute(String text) {
        return isHeader(text) || Attribute.ofKey(text).filter(it -> it.isAllowedIn(Scope.CRON)).isPresent();
    }

    static boolean isHeader(String attribute) {
        return attribute.startsWith(HEADER) && attribute.length() > HEADER.length();
    }

    public static Map<String, String> headers(Config config, String name) {
        String prefix = Scope.CRON.prefix(name) + HEADER;
        Map<String, String> headers = new TreeMap<>();
        for (String property : config.getPropertyNames()) {
            if (property.startsWith(prefix) && property.length() > prefix.length()) {
                Property.find(config, property)
                        .ifPresent(header -> headers.put(property.substring(prefix.length()), header.value()));
            }
        }
        return headers;
    }
}
