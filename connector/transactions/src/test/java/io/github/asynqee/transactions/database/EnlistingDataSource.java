package io.github.asynqee.transactions.database;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.logging.Logger;

import javax.sql.DataSource;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;

/** Wraps an XA data source as an application server does: its connections join the transaction of the thread. */
public final class EnlistingDataSource implements DataSource {

    private final XADataSource database;
    private final TransactionManager transactions;
    private final TransactionSynchronizationRegistry registry;
    private volatile Lost lost;

    /** The message that is lost with the connection. */
    enum Lost {
        COMMIT, REPLY
    }

    public EnlistingDataSource(XADataSource database, TransactionManager transactions,
            TransactionSynchronizationRegistry registry) {
        this.database = database;
        this.transactions = transactions;
        this.registry = registry;
    }

    @Override
    public Connection getConnection() throws SQLException {
        try {
            Transaction transaction = transactions.getTransaction();
            if (transaction == null) {
                XAConnection alone = database.getXAConnection();
                return handle(alone.getConnection(), alone::close);
            }
            Connection enlisted = (Connection) registry.getResource(this);
            if (enlisted == null) {
                XAConnection connection = database.getXAConnection();
                try {
                    transaction.registerSynchronization(closing(connection));
                    transaction.enlistResource(losing(connection.getXAResource()));
                } catch (Exception e) {
                    // the transaction has ended or is marked for rollback
                    connection.close();
                    throw e;
                }
                // share one handle: some drivers roll back the first handle's work when a second is opened
                enlisted = connection.getConnection();
                registry.putResource(this, enlisted);
            }
            return handle(enlisted, () -> {});
        } catch (SQLException e) {
            throw e;
        } catch (Exception e) {
            throw new SQLException(e);
        }
    }

    /** Loses the connection at the next commit. */
    void lose(Lost what) {
        lost = what;
    }

    private XAResource losing(XAResource resource) {
        return (XAResource) Proxy.newProxyInstance(EnlistingDataSource.class.getClassLoader(),
                new Class<?>[]{ XAResource.class }, (proxy, method, arguments) -> {
                    Lost now = method.getName().equals("commit") ? lost : null;
                    if (now != null) {
                        lost = null;
                    }
                    if (now == Lost.COMMIT) {
                        resource.rollback((Xid) arguments[0]);
                        throw new XAException(XAException.XAER_RMFAIL);
                    }
                    try {
                        Object result = method.invoke(resource, arguments);
                        if (now == Lost.REPLY) {
                            throw new XAException(XAException.XAER_RMFAIL);
                        }
                        return result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private interface Closing {
        void close() throws SQLException;
    }

    private static Connection handle(Connection connection, Closing closing) {
        return (Connection) Proxy.newProxyInstance(EnlistingDataSource.class.getClassLoader(),
                new Class<?>[]{ Connection.class }, (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        closing.close();
                        return null;
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static Synchronization closing(XAConnection connection) {
        return new Synchronization() {
            @Override
            public void beforeCompletion() {
                // nothing to do
            }

            @Override
            public void afterCompletion(int status) {
                try {
                    connection.close();
                } catch (SQLException e) {
                    throw new IllegalStateException("status " + status + " of " + Status.class, e);
                }
            }
        };
    }

    @Override
    public Connection getConnection(String user, String password) {
        throw new UnsupportedOperationException();
    }

    @Override
    public PrintWriter getLogWriter() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setLogWriter(PrintWriter out) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setLoginTimeout(int seconds) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int getLoginTimeout() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Logger getParentLogger() {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> T unwrap(Class<T> type) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
