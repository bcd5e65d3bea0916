package io.github.asynqee.sample.playground;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import javax.naming.NamingException;

import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** The effects of {@link InboxHandlers}. */
@Path("effects")
@RequestScoped
public class EffectResource {

    /** Forgets all effects. */
    @DELETE
    public void reset() throws NamingException, SQLException {
        try (Connection connection = InboxHandlers.database().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS play_effects (effect VARCHAR(100) NOT NULL)");
            statement.execute("DELETE FROM play_effects");
        }
    }

    /** The number of effects, and of different effects. */
    @GET
    public String count() throws NamingException, SQLException {
        try (Connection connection = InboxHandlers.database().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement
                        .executeQuery("SELECT COUNT(*), COUNT(DISTINCT effect) FROM play_effects")) {
            rows.next();
            return rows.getInt(1) + " effects, " + rows.getInt(2) + " different";
        }
    }
}
