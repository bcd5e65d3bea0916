package io.github.asynqee.console.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.ext.Provider;

import io.github.asynqee.console.problem.Problem;
import io.github.asynqee.console.problem.ProblemException;

/** Rejects bodies of more than 1 MB, even if they do not declare their size. */
@Provider
@Priority(Priorities.AUTHENTICATION)
public class BodyLimit implements ContainerRequestFilter {

    static final int MAX_BYTES = 1 << 20;

    @Override
    public void filter(ContainerRequestContext request) {
        if (request.getLength() > MAX_BYTES) {
            request.setProperty(ApiGuard.REFUSED, "too-large");
            request.abortWith(Failures.response(tooLarge()));
            return;
        }
        request.setEntityStream(new Limited(request.getEntityStream()));
    }

    private static Problem tooLarge() {
        return Problem.of(413, "too-large", "Body too large", "A body may have at most 1 MB.");
    }

    /** Counts the bytes read. */
    private static final class Limited extends FilterInputStream {

        private long left = MAX_BYTES;

        private Limited(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int b = super.read();
            count(b < 0 ? 0 : 1);
            return b;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            int read = super.read(bytes, from, length);
            count(Math.max(0, read));
            return read;
        }

        private void count(int read) {
            left -= read;
            if (left < 0) {
                throw new ProblemException(tooLarge());
            }
        }
    }
}
