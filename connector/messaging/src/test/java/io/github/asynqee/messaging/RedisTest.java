package io.github.asynqee.messaging;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Provides the tests of a class with a private Redis, as a parameter. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RedisTest.Server.class)
public @interface RedisTest {

    class Server implements BeforeAllCallback, AfterAllCallback, ParameterResolver {

        private EmbeddedRedis redis;

        @Override
        public void beforeAll(ExtensionContext context) {
            redis = EmbeddedRedis.start();
        }

        @Override
        public void afterAll(ExtensionContext context) {
            redis.close();
        }

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == EmbeddedRedis.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return redis;
        }
    }
}
