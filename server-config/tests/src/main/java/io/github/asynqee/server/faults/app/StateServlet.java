package io.github.asynqee.server.faults.app;

import java.io.IOException;
import java.lang.management.ManagementFactory;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** The state of the server's Java after a garbage collection: deployment, threads, classes; and its time. */
@WebServlet("/state")
public class StateServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;
    private static final int COLLECTIONS = 3;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        response.getWriter().print(System.identityHashCode(getClass().getClassLoader()) + " "
                + ManagementFactory.getThreadMXBean().getThreadCount() + " "
                + ManagementFactory.getClassLoadingMXBean().getLoadedClassCount() + " "
                + System.currentTimeMillis());
    }
}
