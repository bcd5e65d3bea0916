package io.github.asynqee.messaging.internal.incoming;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds what {@code T} is in a handler inherited from {@code abstract class Base<T>}. */
final class TypeVariables {

    private final Map<TypeVariable<?>, Type> known = new HashMap<>();

    private TypeVariables(Class<?> bean) {
        Class<?> type = bean;
        while (type != null) {
            Type parent = type.getGenericSuperclass();
            type = type.getSuperclass();
            if (parent instanceof ParameterizedType generic) {
                TypeVariable<?>[] variables = type.getTypeParameters();
                Type[] arguments = generic.getActualTypeArguments();
                for (int i = 0; i < variables.length; i++) {
                    known.put(variables[i], substitute(arguments[i]));
                }
            }
        }
    }

    /**
     * Replaces the variables that a class knows.
     *
     * @param type declared by the class or one of those it extends
     * @param bean the class
     * @return the type without those variables
     */
    static Type resolve(Type type, Class<?> bean) {
        return new TypeVariables(bean).substitute(type);
    }

    private Type substitute(Type type) {
        if (type instanceof TypeVariable<?> variable) {
            return known.getOrDefault(variable, variable);
        }
        if (type instanceof WildcardType wildcard) {
            return substitute(wildcard.getUpperBounds()[0]);
        }
        if (type instanceof ParameterizedType generic) {
            List<Type> declared = List.of(generic.getActualTypeArguments());
            List<Type> resolved = declared.stream().map(this::substitute).toList();
            return resolved.equals(declared) ? generic
                    : new Resolved(generic.getRawType(), generic.getOwnerType(), resolved);
        }
        return type;
    }

    private record Resolved(Type raw, Type owner, List<Type> arguments) implements ParameterizedType {

        @Override
        public Type getRawType() {
            return raw;
        }

        @Override
        public Type getOwnerType() {
            return owner;
        }

        @Override
        public Type[] getActualTypeArguments() {
            return arguments.toArray(Type[]::new);
        }

        @Override
        public String toString() {
            String text = Arrays.toString(arguments.stream().map(Type::getTypeName).toArray());
            return raw.getTypeName() + "<" + text.substring(1, text.length() - 1) + ">";
        }
    }
}
