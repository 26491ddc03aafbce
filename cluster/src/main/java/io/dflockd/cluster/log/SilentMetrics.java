package io.dflockd.cluster.log;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.ratis.metrics.LongCounter;
import org.apache.ratis.metrics.MetricRegistries;
import org.apache.ratis.metrics.MetricRegistryInfo;
import org.apache.ratis.metrics.RatisMetricRegistry;
import org.apache.ratis.metrics.Timekeeper;
import org.apache.ratis.util.TimeDuration;

/**
 * The metrics of Ratis, of which nothing is kept: what an operator needs is in {@link LogStatus}, and timers on the way of
 * every entry cost time and a library of their own. Public because a {@link java.util.ServiceLoader} makes it.
 */
public final class SilentMetrics extends MetricRegistries {
    private static final Timekeeper NO_TIME = () -> () -> 0;

    private static final LongCounter NO_COUNT = new LongCounter() {
        @Override
        public void inc(long n) {}

        @Override
        public void dec(long n) {}

        @Override
        public long getCount() {
            return 0;
        }
    };

    private record Silent(MetricRegistryInfo info) implements RatisMetricRegistry {
        @Override
        public Timekeeper timer(String name) {
            return NO_TIME;
        }

        @Override
        public LongCounter counter(String name) {
            return NO_COUNT;
        }

        @Override
        public boolean remove(String name) {
            return true;
        }

        @Override
        public <T> void gauge(String name, Supplier<Supplier<T>> value) {}

        @Override
        public MetricRegistryInfo getMetricRegistryInfo() {
            return info;
        }
    }

    @Override
    public void clear() {}

    @Override
    public RatisMetricRegistry create(MetricRegistryInfo info) {
        return new Silent(info);
    }

    @Override
    public boolean remove(MetricRegistryInfo info) {
        return true;
    }

    @Override
    public Optional<RatisMetricRegistry> get(MetricRegistryInfo info) {
        return Optional.empty();
    }

    @Override
    public Set<MetricRegistryInfo> getMetricRegistryInfos() {
        return Set.of();
    }

    @Override
    public Collection<RatisMetricRegistry> getMetricRegistries() {
        return List.of();
    }

    @Override
    public void addReporterRegistration(
            Consumer<RatisMetricRegistry> registration, Consumer<RatisMetricRegistry> removal) {}

    @Override
    public void enableJmxReporter() {}

    @Override
    public void enableConsoleReporter(TimeDuration interval) {}
}
