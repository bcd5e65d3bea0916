package io.github.asynqee.server.faults.app;

import java.io.IOException;
import java.lang.ref.Reference;
import java.util.concurrent.TimeUnit;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Takes all memory of the server's Java for a while; tells how many tasks have run. */
@WebServlet("/memory")
public class MemoryServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;
    private static final int LARGEST = 1 << 20;
    private static final int SMALLEST = 16;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter().print(Effects.counted());
    }

    /** The body has the milliseconds, counted from the moment when the memory is full. */
    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        long nanos = TimeUnit.MILLISECONDS.toNanos(Long.parseLong(request.getReader().readLine()));
        Object[] all = null;
        int size = LARGEST;
        for (long full = 0; full == 0 || System.nanoTime() - full < nanos;) {
            try {
                Object[] more = new Object[size];
                more[0] = all;
                all = more;
            } catch (OutOfMemoryError e) {
                // takes memory that other threads free, as well
                full = full == 0 ? System.nanoTime() : full;
                size = Math.max(size / 2, SMALLEST);
            }
        }
        Reference.reachabilityFence(all);
    }
}
