package io.github.asynqee.server.process;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;

/** The MBeans of a server process, read from outside as JConsole does. */
public final class ServerBeans implements AutoCloseable {

    private final JMXConnector connector;
    private final MBeanServerConnection server;

    private ServerBeans(JMXConnector connector) throws IOException {
        this.connector = connector;
        this.server = connector.getMBeanServerConnection();
    }

    public static ServerBeans of(ServerProcess process) throws IOException, AttachNotSupportedException {
        VirtualMachine machine = VirtualMachine.attach(Long.toString(process.java().pid()));
        try {
            String address = machine.startLocalManagementAgent();
            return new ServerBeans(JMXConnectorFactory.connect(new JMXServiceURL(address)));
        } finally {
            machine.detach();
        }
    }

    /** All MBeans of the connector. */
    public Set<String> names() throws IOException, JMException {
        return query("*").stream().map(ObjectName::getKeyPropertyListString).collect(Collectors.toSet());
    }

    /** An attribute of the only MBean with these key properties. */
    public Object read(String keys, String attribute) throws IOException, JMException {
        Set<ObjectName> found = query(keys + ",*");
        if (found.size() != 1) {
            throw new AssertionError("MBeans with " + keys + ": " + found + " of " + names());
        }
        return server.getAttribute(found.iterator().next(), attribute);
    }

    private Set<ObjectName> query(String keys) throws IOException, JMException {
        return server.queryNames(new ObjectName("io.github.asynqee:" + keys), null);
    }

    /** The number of instances of a class on the heap after a full garbage collection, whichever class loader has it. */
    public long count(Class<?> type) throws IOException, JMException {
        return diagnose("gcClassHistogram").lines().map(line -> line.trim().split("\\s+"))
                .filter(columns -> columns.length > 3 && columns[3].equals(type.getName()))
                .mapToLong(columns -> Long.parseLong(columns[1])).sum();
    }

    /** The classes of the connector's metrics that have instances on the heap after a full garbage collection. */
    public List<String> instances(String... classes) throws IOException, JMException {
        return diagnose("gcClassHistogram").lines()
                .filter(line -> Stream.of(classes).anyMatch(name -> line.endsWith(".metrics." + name)))
                .toList();
    }

    /** All threads of the server with their frames. */
    public String threads() throws IOException, JMException {
        return diagnose("threadPrint");
    }

    private String diagnose(String command) throws IOException, JMException {
        return (String) server.invoke(new ObjectName("com.sun.management:type=DiagnosticCommand"), command,
                new Object[]{ null }, new String[]{ String[].class.getName() });
    }

    @Override
    public void close() throws IOException {
        connector.close();
    }
}
