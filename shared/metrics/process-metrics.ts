import { monitorEventLoopDelay } from 'node:perf_hooks';
import { counter, gauge, type Metric } from './metric.ts';

/** What every process reports of itself; delays of its event loop are those since they were last read. */
export const measureProcess = (): { metrics(): Metric[]; stop(): void } => {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const startedAt = Date.now() / 1000 - process.uptime();
  return {
    metrics() {
      const { user, system } = process.cpuUsage();
      const [p99, max] = delay.count === 0 ? [0, 0] : [delay.percentile(99), delay.max];
      delay.reset();
      return [
        counter('process_cpu_seconds_total', 'Processor time.', (user + system) / 1e6),
        gauge('process_resident_memory_bytes', 'Resident memory.', process.memoryUsage.rss()),
        gauge('process_start_time_seconds', 'When the process started, since 1970.', startedAt),
        gauge('nodejs_eventloop_lag_p99_seconds', 'Delay of the event loop, 99th percentile.', p99 / 1e9),
        gauge('nodejs_eventloop_lag_max_seconds', 'Longest delay of the event loop.', max / 1e9),
      ];
    },
    stop: () => void delay.disable(),
  };
};
