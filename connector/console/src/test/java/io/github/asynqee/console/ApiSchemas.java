package io.github.asynqee.console;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import jakarta.json.JsonObject;

import io.github.asynqee.console.alert.AlertView;
import io.github.asynqee.console.alert.IncidentView;
import io.github.asynqee.console.job.Jobs;
import io.github.asynqee.console.json.Inline;
import io.github.asynqee.console.json.Json;
import io.github.asynqee.console.json.Member;
import io.github.asynqee.console.view.Page;
import io.github.asynqee.console.view.QueueList;
import io.github.asynqee.console.view.StatisticsView;
import io.github.asynqee.console.view.TaskRow;

/** The schemas of the API's answers, generated from the records that its methods return: see {@link Member}. */
final class ApiSchemas {

    /** Records whose schemas have other names than they. */
    private static final Map<Class<?>, String> NAMES = Map.of(AlertView.TargetView.class, "Target",
            IncidentView.class, "Incident", IncidentView.DeliveryView.class, "Delivery",
            Jobs.Listing.class, "JobPage", QueueList.class, "QueuePage", StatisticsView.class, "Statistics",
            StatisticsView.Row.class, "StatisticsRow", TaskRow.ProgressView.class, "Progress");

    private final RecordDocs docs = new RecordDocs();
    private final Map<String, Type> types = new TreeMap<>();
    private final Map<String, Map<String, Object>> schemas = new TreeMap<>();

    /** The schemas of all records that methods return, by name. */
    static Map<String, JsonObject> all() {
        ApiSchemas made = new ApiSchemas();
        Endpoint.all().stream().map(endpoint -> endpoint.method().getGenericReturnType())
                .filter(ApiSchemas::isRecord).forEach(made::reference);
        Map<String, JsonObject> all = new TreeMap<>();
        made.schemas.forEach((name, schema) -> all.put(name, Json.of(schema).asJsonObject()));
        return all;
    }

    /** The records that answers are made of. */
    static Set<Class<?>> records() {
        ApiSchemas made = new ApiSchemas();
        Endpoint.all().stream().map(endpoint -> endpoint.method().getGenericReturnType())
                .filter(ApiSchemas::isRecord).forEach(made::reference);
        return made.types.values().stream().map(ApiSchemas::raw).collect(Collectors.toSet());
    }

    static boolean isRecord(Type type) {
        return raw(type).isRecord();
    }

    /** The name of a record's schema; that of a page is made of the name of its items. */
    static String name(Type type) {
        if (raw(type) == Page.class) {
            return name(argument(type, 0)).replaceFirst("(?:Row|Entry)$", "") + "Page";
        }
        return NAMES.getOrDefault(raw(type), raw(type).getSimpleName());
    }

    private static Class<?> raw(Type type) {
        return (Class<?>) (type instanceof ParameterizedType generic ? generic.getRawType() : type);
    }

    private static Type argument(Type type, int index) {
        return ((ParameterizedType) type).getActualTypeArguments()[index];
    }

    private Map<String, Object> reference(Type type) {
        String name = name(type);
        Type known = types.putIfAbsent(name, type);
        if (known == null) {
            Map<String, Object> properties = new LinkedHashMap<>();
            Set<String> required = new LinkedHashSet<>();
            members(type, properties, required);
            Map<String, Object> schema = new LinkedHashMap<>();
            schema.put("type", "object");
            schema.put("description", docs.of(raw(type)));
            schema.put("required", required.isEmpty() ? null : required);
            schema.put("properties", properties);
            schema.put("additionalProperties", false);
            schemas.put(name, schema);
        } else if (!known.equals(type)) {
            throw new IllegalStateException(type + " and " + known + " have the schema " + name
                    + ": add another name for one of them to NAMES");
        }
        return new LinkedHashMap<>(Map.of("$ref", "#/components/schemas/" + name));
    }

    /** The members of a record, including members of inlined records. A later member replaces an earlier one. */
    private void members(Type type, Map<String, Object> properties, Set<String> required) {
        for (RecordComponent component : raw(type).getRecordComponents()) {
            if (component.isAnnotationPresent(Inline.class)) {
                members(component.getType(), properties, required);
                continue;
            }
            String name = component.getName();
            properties.put(name, described(schema(type, component), docs.of(raw(type), name)));
            required.remove(name);
            if (!canBeAbsent(raw(type), component)) {
                required.add(name);
            }
        }
    }

    private boolean canBeAbsent(Class<?> record, RecordComponent component) {
        return docs.canBeNull(record, component.getName())
                || Set.of(Long.class, Double.class, Boolean.class).contains(component.getType());
    }

    /** Beside a reference other members would be ignored. */
    private static Map<String, Object> described(Map<String, Object> schema, String description) {
        if (description == null) {
            return schema;
        }
        Map<String, Object> described = schema.containsKey("$ref") ? new LinkedHashMap<>(Map.of("allOf",
                List.of(schema))) : schema;
        described.put("description", description);
        return described;
    }

    private Map<String, Object> schema(Type record, RecordComponent component) {
        Member member = component.getAnnotation(Member.class);
        Type type = component.getGenericType();
        if (raw(type) != List.class) {
            return schema(type, member);
        }
        Type item = argument(type, 0);
        Map<String, Object> array = new LinkedHashMap<>(Map.of("type", "array"));
        array.put("items", schema(item instanceof Class<?> ? item : argument(record, 0), member));
        array.put("maxItems", member == null || member.maxItems() == 0 ? null : member.maxItems());
        return array;
    }

    private Map<String, Object> schema(Type type, Member member) {
        Class<?> raw = raw(type);
        Map<String, Object> schema = new LinkedHashMap<>();
        if (raw.isRecord()) {
            return reference(type);
        } else if (raw == Map.class) {
            schema.put("type", "object");
            schema.put("additionalProperties", schema(argument(type, 1), member));
        } else if (raw == List.class) {
            schema.put("type", "array");
            schema.put("items", schema(argument(type, 0), member));
        } else if (raw == boolean.class || raw == Boolean.class) {
            schema.put("type", "boolean");
        } else if (raw == Double.class) {
            schema.put("type", "number");
            schema.put("minimum", 0);
        } else if (Set.of(int.class, Integer.class, long.class, Long.class, Duration.class).contains(raw)) {
            schema.put("type", "integer");
            schema.put("format", "int64");
            schema.put("minimum", member == null ? (Long) 0L : member.min() == Member.ANY ? null : (Long) member.min());
        } else {
            schema.put("type", "string");
            schema.put("format", raw == Instant.class ? "date-time" : raw == LocalDate.class ? "date" : null);
            schema.put("enum", values(raw, member));
        }
        return schema;
    }

    private static List<String> values(Class<?> type, Member member) {
        if (type.isEnum()) {
            return Stream.of(type.getEnumConstants()).map(each -> ((Enum<?>) each).name().toLowerCase(Locale.ROOT))
                    .toList();
        }
        if (type != String.class && type != Instant.class && type != LocalDate.class) {
            throw new IllegalStateException("no schema for " + type);
        }
        return member == null || member.values().isEmpty() ? null : List.of(member.values().split("\\|"));
    }
}
