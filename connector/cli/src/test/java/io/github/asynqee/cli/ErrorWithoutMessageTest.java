package io.github.asynqee.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Proxy;
import java.time.Clock;

import io.github.asynqee.inspect.InspectionException;
import io.github.asynqee.inspect.Inspector;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ErrorWithoutMessageTest {

    private static Inspector failing() {
        return (Inspector) Proxy.newProxyInstance(Inspector.class.getClassLoader(), new Class<?>[]{ Inspector.class },
                (proxy, method, args) -> {
                    if (method.getReturnType() == Inspector.class) {
                        return proxy;
                    }
                    if (method.getName().equals("close")) {
                        return null;
                    }
                    throw new InspectionException(null);
                });
    }

    @Test
    void an_error_without_a_message_does_not_keep_the_command_from_its_end() {
        StringWriter err = new StringWriter();
        CommandLine commandLine = AsynqCommand.commandLine(new AsynqCommand(Clock.systemUTC(), url -> failing()));
        commandLine.setErr(new PrintWriter(err, true));

        assertThat(commandLine.execute("queue", "pause", "a", "b")).isEqualTo(1);
        assertThat(err.toString().lines()).containsExactly("error: null", "error: null");
    }
}
