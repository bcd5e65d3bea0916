package io.github.asynqee.messaging.internal.incoming;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Resolves {@code T} in a handler inherited from {@code abstract class Base<T>}. */
final class TypeVariables {

    private final Map<TypeVariable<?>, Type> bindings = new HashMap<>();

    private TypeVariables(Class<?> bean) {
        Class<?> type = bean;
        while (type != null) {
            Type parent = type.getGenericSuperclass();
            type = type.getSuperclass();
            if (parent instanceof ParameterizedType generic) {
                TypeVariable<?>[] variables = type.getTypeParameters();
                Type[] arguments = generic.getActualTypeArguments();
                for (int i = 0; i < variables.length; i++) {
                    bindings.put(variables[i], substitute(arguments[i]));
                }
            }
        }
    }

    /**
     * Replaces the type variables that a class binds.
     *
     * @param type a type declared by the class or a superclass
     * @param bean the class
     * @return the type without these variables
     */
    static Type resolve(Type type, Class<?> bean) {
        return new TypeVariables(bean).substitute(type);
    }

    private Type substitute(Type type) {
        if (type instanceof TypeVariable<?> variable) {
            return bindings.getOrDefault(variable, variable);
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
