package io.github.asynqee.testkit.junit;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.testkit.ManualClock;
import io.github.asynqee.testkit.RedisForTests;
import io.github.asynqee.testkit.worker.AsynqForTests;
import io.github.asynqee.testkit.worker.TestWorker;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Resolves parameters and sets fields. Keeps all state in JUnit's stores. */
final class AsynqTestExtension implements ParameterResolver, BeforeEachCallback, AfterEachCallback {

    private static final Namespace NAMESPACE = Namespace.create(AsynqTestExtension.class);
    private static final Map<Class<?>, Function<AsynqForTests, Object>> PARTS = new LinkedHashMap<>();

    static {
        PARTS.put(AsynqForTests.class, asynq -> asynq);
        PARTS.put(AsynqClient.class, AsynqForTests::client);
        PARTS.put(Inspector.class, AsynqForTests::inspector);
        PARTS.put(TestWorker.class, AsynqForTests::worker);
        PARTS.put(ManualClock.class, AsynqForTests::clock);
    }

    private static Optional<Function<AsynqForTests, Object>> part(Class<?> type) {
        return Optional.ofNullable(PARTS.get(type));
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
        return part(parameter.getParameter().getType()).isPresent();
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
        if (test.getTestMethod().isEmpty()) {
            throw new ParameterResolutionException("@AsynqTest gives each test method its own "
                    + parameter.getParameter().getType().getSimpleName() + ": "
                    + parameter.getDeclaringExecutable() + " is called for several; take it as a parameter of the "
                    + "test or of @BeforeEach, or in a field with @AsynqResource");
        }
        return part(parameter.getParameter().getType()).orElseThrow().apply(asynq(test));
    }

    @Override
    public void beforeEach(ExtensionContext test) throws IllegalAccessException {
        for (Object instance : test.getRequiredTestInstances().getAllInstances()) {
            for (Field field : AnnotationSupport.findAnnotatedFields(instance.getClass(), AsynqResource.class)) {
                Optional<Function<AsynqForTests, Object>> part = part(field.getType());
                if (part.isEmpty()
                        || (field.getModifiers() & (Modifier.STATIC | Modifier.FINAL | Modifier.PRIVATE)) != 0) {
                    throw new ExtensionConfigurationException("@AsynqResource " + field + ": its type must be one of "
                            + PARTS.keySet().stream().map(Class::getSimpleName).collect(Collectors.joining(", "))
                            + ", and it must be neither private nor static nor final");
                }
                field.setAccessible(true);
                field.set(instance, part.get().apply(asynq(test)));
            }
        }
    }

    private static AsynqForTests asynq(ExtensionContext test) {
        return test.getStore(NAMESPACE).getOrComputeIfAbsent(test.getUniqueId(), id -> lend(test),
                Databases.Lent.class).asynq();
    }

    @Override
    public void afterEach(ExtensionContext test) {
        Databases.Lent lent = test.getStore(NAMESPACE).remove(test.getUniqueId(), Databases.Lent.class);
        if (lent != null) {
            lent.close();
        }
    }

    /** Returns the time set for the method, or for the innermost class with a time; empty if none is set. */
    private static String now(ExtensionContext test) {
        List<AnnotatedElement> elements = new ArrayList<>();
        test.getRequiredTestInstances().getAllInstances().forEach(instance -> elements.add(0, instance.getClass()));
        elements.add(0, test.getRequiredTestMethod());
        return elements.stream().map(element -> AnnotationSupport.findAnnotation(element, AsynqTest.class))
                .flatMap(Optional::stream).map(AsynqTest::now).filter(now -> !now.isEmpty()).findFirst().orElse("");
    }

    private static Databases.Lent lend(ExtensionContext test) {
        Databases databases = test.getRoot().getStore(NAMESPACE).getOrComputeIfAbsent(Databases.class,
                key -> new Databases(RedisForTests.shared()), Databases.class);
        String now = now(test);
        try {
            return databases.lend(now);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for a free database", e);
        }
    }
}
