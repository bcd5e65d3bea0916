package io.github.asynqee.internal.engine;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.GroupCommands;
import io.github.asynqee.internal.broker.WorkerCommands;

/** Runs before or instead of a command of a worker or of groups. */
interface Interception {

    /** The answer to give, or null to call the method. */
    Object of(Method method, Object[] args);

    /** A broker whose commands for workers are intercepted. */
    static Broker ofWorkerCommands(Broker real, Interception interception) {
        WorkerCommands commands = proxy(WorkerCommands.class, real.workerCommands(), interception);
        return proxy(Broker.class, real, (method, args) -> method.getName().equals("workerCommands") ? commands : null);
    }

    /** A broker whose commands for groups are intercepted. */
    static Broker ofGroupCommands(Broker real, Interception interception) {
        GroupCommands commands = proxy(GroupCommands.class, real.groupCommands(), interception);
        return proxy(Broker.class, real, (method, args) -> method.getName().equals("groupCommands") ? commands : null);
    }

    private static <T> T proxy(Class<T> type, T real, Interception interception) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[]{ type }, (self, method, args) -> {
            Object answer = interception.of(method, args);
            if (answer != null) {
                return answer;
            }
            try {
                return method.invoke(real, args);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }
}
