package io.dflockd.engine;

import io.dflockd.protocol.Command;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The code of a command. */
sealed interface CommandCode {
    /** Of a command with a key: it runs inside the shard of that key. */
    non-sealed interface InShard extends CommandCode {
        void run(Call call);
    }

    /** Of a command without a key, which concerns its session or all there is. */
    non-sealed interface OfSession extends CommandCode {
        /** Tells whether it has been run; if not, much is due before it, and the request has to come again. */
        boolean run(SessionCall call);
    }

    Map<Command, CommandCode> ALL = new EnumMap<Command, CommandCode>(
            Stream.of(Command.values()).collect(Collectors.toMap(command -> command, CommandCode::choose)));

    @SuppressWarnings("NullAway") // every command has code
    static CommandCode of(Command command) {
        return ALL.get(command);
    }

    /** No default, so a command without code does not compile. */
    private static CommandCode choose(Command command) {
        return switch (command) {
            case LOCK -> inShard(Semaphore::lock);
            case ELECT -> inShard(Semaphore::elect);
            case LOCK_ENQUEUE -> inShard(Semaphore::enqueueLock);
            case SEMAPHORE -> inShard(Semaphore::acquire);
            case SEMAPHORE_ENQUEUE -> inShard(Semaphore::enqueue);
            case READ_LOCK -> inShard(ReadWriteLock::read);
            case READ_ENQUEUE -> inShard(ReadWriteLock::enqueueRead);
            case WRITE_LOCK -> inShard(ReadWriteLock::write);
            case WRITE_ENQUEUE -> inShard(ReadWriteLock::enqueueWrite);
            case LOCK_RELEASE, SEMAPHORE_RELEASE, READ_RELEASE, WRITE_RELEASE -> inShard(FifoResource::release);
            case EVICT -> inShard(FifoResource::evict);
            case RESIGN -> inShard(FifoResource::resign);
            case LOCK_RENEW, SEMAPHORE_RENEW, READ_RENEW, WRITE_RENEW -> inShard(FifoResource::renew);
            case LOCK_WAIT, SEMAPHORE_WAIT, READ_WAIT, WRITE_WAIT -> inShard(FifoResource::await);
            case COUNTER_INCREMENT -> inShard(Counter::increment);
            case COUNTER_DECREMENT -> inShard(Counter::decrement);
            case COUNTER_GET -> inShard(Counter::get);
            case COUNTER_SET -> inShard(Counter::set);
            case VALUE_SET -> inShard(Value::set);
            case VALUE_GET -> inShard(Value::get);
            case VALUE_DELETE -> inShard(Value::delete);
            case VALUE_COMPARE_AND_SET -> inShard(Value::compareAndSet);
            case LIST_PUSH_LEFT -> inShard(ItemList::pushLeft);
            case LIST_PUSH_RIGHT -> inShard(ItemList::pushRight);
            case LIST_POP_LEFT -> inShard(ItemList::popLeft);
            case LIST_POP_RIGHT -> inShard(ItemList::popRight);
            case LIST_LENGTH -> inShard(ItemList::length);
            case LIST_RANGE -> inShard(ItemList::range);
            case LIST_TAKE_LEFT -> inShard(ItemList::takeLeft);
            case LIST_TAKE_RIGHT -> inShard(ItemList::takeRight);
            case BARRIER_WAIT -> inShard(Barrier::await);
            case OBSERVE -> inShard(Observers::observe);
            case UNOBSERVE -> inShard(Observers::unobserve);
            case LISTEN -> inShard(Subscriptions::listen);
            case UNLISTEN -> inShard(Subscriptions::unlisten);
            case SIGNAL -> inShard(Subscriptions::signal);
            case WATCH -> inShard(Subscriptions::watch);
            case UNWATCH -> inShard(Subscriptions::unwatch);
            case PING, READ_BARRIER -> ofSession(SessionCall::acknowledge);
            case AUTH -> ofSession(SessionCall::refuseSecret);
            case CLUSTER -> ofSession(SessionCall::haveNoCluster);
            case STATS -> ofSession(SessionCall::stats);
            case FENCE -> ofSession(SessionCall::showFence);
            case TAGGING -> ofSession(SessionCall::tag);
            case CANCEL -> ofSession(SessionCall::cancel);
            case NAME -> ofSession(SessionCall::name);
            case STABLE_REF -> ofSession(SessionCall::refer);
        };
    }

    private static CommandCode inShard(InShard code) {
        return code;
    }

    private static CommandCode ofSession(OfSession code) {
        return code;
    }
}
