package io.github.asynqee.sample.playground;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.transaction.UserTransaction;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;

import io.github.asynqee.transactions.TransactionRolledBackException;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;

/** Sends tasks in transactions and rolls back every other transaction. */
@Path("transactions")
@RequestScoped
public class TransactionResource {

    @Inject
    @Channel("play-after-commit")
    private Emitter<String> afterCommit;

    @Inject
    @Channel("play-outbox")
    private Emitter<String> outbox;

    @Inject
    private OutsideSender outside;

    @Inject
    private OutsideBean bean;

    @Resource
    private UserTransaction transaction;

    /**
     * Sends tasks that are stored after the commit, with the payloads {@code <prefix>0}, {@code <prefix>1} and so on,
     * each in its own transaction. The transactions with odd numbers are rolled back.
     *
     * @param prefix the prefix of payloads
     * @param count the number of transactions
     * @return the numbers of tasks that were stored and that were not sent because of a rollback
     */
    @POST
    @Path("after-commit")
    public String afterCommit(@QueryParam("prefix") String prefix, @QueryParam("count") @DefaultValue("1") int count)
            throws Exception {
        return send(afterCommit, prefix, count);
    }

    /**
     * Like {@link #afterCommit}, with tasks that are rows of the outbox.
     *
     * @param prefix the prefix of payloads
     * @param count the number of transactions
     * @return the numbers of tasks whose rows were committed and that were not sent because of a rollback
     */
    @POST
    @Path("outbox")
    public String outbox(@QueryParam("prefix") String prefix, @QueryParam("count") @DefaultValue("1") int count)
            throws Exception {
        return send(outbox, prefix, count);
    }

    /**
     * Sends tasks of the outbox without a transaction, in a suspended transaction, and just after a commit.
     *
     * @return {@code sent}
     */
    @POST
    @Path("outside")
    public String outside() throws Exception {
        outside.sendWithoutTransaction("none");
        bean.sendWithoutTransaction("none, of a bean");
        transaction.begin();
        try {
            outside.sendWhileSuspended("suspended");
            bean.sendWhileSuspended("suspended, of a bean");
        } finally {
            transaction.rollback();
        }
        outside.sendAfterSuccess("committed");
        return "sent";
    }

    private String send(Emitter<String> emitter, String prefix, int count) throws Exception {
        List<CompletableFuture<Void>> sent = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            transaction.begin();
            sent.add(emitter.send(prefix + i).toCompletableFuture());
            if (i % 2 == 0) {
                transaction.commit();
            } else {
                transaction.rollback();
            }
        }
        int stored = 0;
        int rolledBack = 0;
        for (CompletableFuture<Void> stage : sent) {
            try {
                stage.join();
                stored++;
            } catch (CompletionException e) {
                if (!(e.getCause() instanceof TransactionRolledBackException)) {
                    throw e;
                }
                rolledBack++;
            }
        }
        return stored + " stored, " + rolledBack + " rolled back";
    }
}
