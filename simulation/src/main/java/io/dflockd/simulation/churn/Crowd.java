package io.dflockd.simulation.churn;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Everybody who takes part: the steady core, and the places of guests that come and go. Each has a thread. */
final class Crowd {
    private static final int GUESTS_AT_A_TIME = 36;
    private static final int LONGEST_PAUSE_MILLIS = 8;

    private final Scene scene;
    private final Random seeds;
    private final List<Thread> threads = new ArrayList<>();

    Crowd(Scene scene, long seed) {
        this.scene = scene;
        this.seeds = new Random(seed);
    }

    private interface Hiring {
        Worker hire(Scene scene, Random dice) throws IOException;
    }

    void start() {
        employ(1, Probe::new);
        employ(3, Leader::new);
        employ(3, Locker::new);
        employ(2, Sender::new);
        employ(2, Pusher::new);
        employ(2, Puller::new);
        employ(1, Calculator::new);
        employ(1, Clerk::new);
        for (int i = 0; i < GUESTS_AT_A_TIME; i++) {
            Random dice = new Random(seeds.nextLong());
            begin("guest " + i, () -> receiveGuests(dice));
        }
    }

    private void employ(int count, Hiring hiring) {
        for (int i = 0; i < count; i++) {
            Random dice = new Random(seeds.nextLong());
            begin("core " + threads.size(), () -> work(hiring, dice));
        }
    }

    private void begin(String name, Runnable life) {
        Thread thread = new Thread(life, "churn " + name);
        thread.setDaemon(true); // a fault ends the program, whoever still waits
        threads.add(thread);
        thread.start();
    }

    private void work(Hiring hiring, Random dice) {
        Worker worker = null;
        try {
            worker = hiring.hire(scene, dice);
            while (!scene.isOver()) {
                worker.step();
                Thread.sleep(dice.nextInt(LONGEST_PAUSE_MILLIS));
            }
            worker.finish();
            worker.wire.close();
        } catch (IOException | RuntimeException | InterruptedException broken) {
            report(worker, broken);
        }
    }

    private void receiveGuests(Random dice) {
        Guest guest = null;
        try {
            while (!scene.isOver()) {
                guest = anyGuest(dice);
                try (Wire wire = scene.connect()) {
                    guest.visit(wire);
                    guest.gone(Departure.any(dice).from(wire));
                }
            }
        } catch (IOException | RuntimeException broken) {
            report(guest, broken);
        }
    }

    private Guest anyGuest(Random dice) {
        return switch (dice.nextInt(16)) {
            case 0, 1, 2, 3 -> new Observer(scene, dice);
            case 4, 5, 6 -> new Listener(scene, dice);
            case 7, 8 -> new Watcher(scene, dice);
            case 9, 10 -> new Popper(scene, dice);
            case 11, 12 -> new BarrierMember(scene, dice);
            case 13 -> new Candidate(scene, dice);
            case 14 -> new Juggler(scene, dice);
            default -> dice.nextInt(10) == 0 ? new Frozen(scene, dice) : new Candidate(scene, dice);
        };
    }

    private void report(@Nullable Object who, Exception broken) {
        String name = who == null ? "somebody new" : who.getClass().getSimpleName();
        String what = broken instanceof Fault ? String.valueOf(broken.getMessage()) : broken.toString();
        scene.fail(name + ": " + what);
    }

    /** Waits until all have left. To be called when the scene is over. */
    void join() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join(2 * Wire.PATIENCE.toMillis());
            if (thread.isAlive()) {
                scene.fail(thread.getName() + " does not come to an end");
            }
        }
    }
}
