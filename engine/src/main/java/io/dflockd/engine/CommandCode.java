package io.dflockd.engine;

import io.dflockd.protocol.Command;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;

/** The code of each keyed command. */
final class CommandCode {
    private static final Map<Command, Consumer<Call>> ALL = new EnumMap<>(Command.class);

    static {
        for (Command command : Command.values()) {
            if (command.isKeyed()) {
                ALL.put(command, choose(command));
            }
        }
    }

    private CommandCode() {}

    @SuppressWarnings("NullAway") // every keyed command has code
    static Consumer<Call> of(Command command) {
        return ALL.get(command);
    }

    /** No default, so a command without code does not compile. */
    private static Consumer<Call> choose(Command command) {
        return switch (command) {
            case LOCK, ELECT -> Semaphore::lock;
            case LOCK_ENQUEUE -> Semaphore::enqueueLock;
            case SEMAPHORE -> Semaphore::acquire;
            case SEMAPHORE_ENQUEUE -> Semaphore::enqueue;
            case READ_LOCK -> ReadWriteLock::read;
            case READ_ENQUEUE -> ReadWriteLock::enqueueRead;
            case WRITE_LOCK -> ReadWriteLock::write;
            case WRITE_ENQUEUE -> ReadWriteLock::enqueueWrite;
            case LOCK_RELEASE, SEMAPHORE_RELEASE, READ_RELEASE, WRITE_RELEASE -> FifoResource::release;
            case RESIGN -> FifoResource::resign;
            case LOCK_RENEW, SEMAPHORE_RENEW, READ_RENEW, WRITE_RENEW -> FifoResource::renew;
            case LOCK_WAIT, SEMAPHORE_WAIT, READ_WAIT, WRITE_WAIT -> FifoResource::await;
            case COUNTER_INCREMENT -> Counter::increment;
            case COUNTER_DECREMENT -> Counter::decrement;
            case COUNTER_GET -> Counter::get;
            case COUNTER_SET -> Counter::set;
            case VALUE_SET -> Value::set;
            case VALUE_GET -> Value::get;
            case VALUE_DELETE -> Value::delete;
            case VALUE_COMPARE_AND_SET -> Value::compareAndSet;
            case LIST_PUSH_LEFT -> ItemList::pushLeft;
            case LIST_PUSH_RIGHT -> ItemList::pushRight;
            case LIST_POP_LEFT -> ItemList::popLeft;
            case LIST_POP_RIGHT -> ItemList::popRight;
            case LIST_LENGTH -> ItemList::length;
            case LIST_RANGE -> ItemList::range;
            case LIST_TAKE_LEFT -> ItemList::takeLeft;
            case LIST_TAKE_RIGHT -> ItemList::takeRight;
            case BARRIER_WAIT -> Barrier::await;
            case OBSERVE -> Election::observe;
            case UNOBSERVE -> Election::unobserve;
            case LISTEN -> Subscriptions::listen;
            case UNLISTEN -> Subscriptions::unlisten;
            case SIGNAL -> Subscriptions::signal;
            case WATCH -> Subscriptions::watch;
            case UNWATCH -> Subscriptions::unwatch;
            case AUTH, PING, STATS, FENCE, TAGGING, CANCEL, STABLE_REF, READ_BARRIER ->
                throw new IllegalStateException(command + " has no key and is run by the engine itself");
        };
    }
}
