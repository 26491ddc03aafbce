package io.dflockd.simulation.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What all parts of the model share: the settings, the sessions, the time, and what is said to whom. */
final class World {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    final ModelSettings settings;
    final List<Session> sessions = new ArrayList<>();
    long now;

    private final List<Answer> said = new ArrayList<>();
    private final List<Answer> afterTheAnswer = new ArrayList<>();
    private final Set<Long> slow = new TreeSet<>();
    private @Nullable Session asking;
    private @Nullable Request asked;
    private long arrivals;

    World(ModelSettings settings) {
        this.settings = settings;
    }

    long after(long seconds) {
        long nanos = seconds * NANOS_PER_SECOND;
        return Long.MAX_VALUE - now < nanos ? Long.MAX_VALUE : now + nanos;
    }

    /** Whether more than so many seconds have passed since an instant. */
    boolean isOlderThan(long seconds, long instant) {
        return now - instant > seconds * NANOS_PER_SECOND;
    }

    /** The number of somebody who arrives just now. */
    long nextArrival() {
        return arrivals++;
    }

    /** From now on until it is answered or has come to its end, this request runs. */
    void begin(Session session, Request request) {
        asking = session;
        asked = request;
    }

    void finish() {
        asking = null;
        asked = null;
        said.addAll(afterTheAnswer);
        afterTheAnswer.clear();
    }

    void answer(Session session, Request request, String line) {
        answer(session, request.tag(), line);
        if (session == asking && request.equals(asked)) {
            finish();
        }
    }

    void answer(Session session, String tag, String line) {
        said.add(new Answer(session.id, tag.isEmpty() ? line : tag + " " + line));
    }

    /**
     * What a request pushes to its own session comes after its answer. Who reads no more is cut off as soon as it is
     * pushed something (4.15).
     */
    void push(Session session, String line) {
        if (!session.reads) {
            slow.add(session.id);
            return;
        }
        (session == asking ? afterTheAnswer : said).add(new Answer(session.id, line));
    }

    boolean mayPark(Session session) {
        return session.parked.size() < settings.maxInflight();
    }

    Parked park(Session session, Request request, long arrival) {
        Parked parked = new Parked(session, request, session.showsFence(request), after(request.timeout()), arrival);
        session.parked.add(parked);
        return parked;
    }

    void answerParked(Parked parked, String line) {
        parked.session().parked.remove(parked);
        answer(parked.session(), parked.request(), line);
    }

    Set<Long> takeSlow() {
        Set<Long> taken = Set.copyOf(slow);
        slow.clear();
        return taken;
    }

    List<Answer> takeAnswers() {
        List<Answer> taken = List.copyOf(said);
        said.clear();
        return taken;
    }
}
