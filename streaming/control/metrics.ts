import { monitorEventLoopDelay } from 'node:perf_hooks';

export type Metric = { name: string; kind: 'gauge' | 'counter'; help: string; value: number };

/** The metrics of the process and those given, in Prometheus' text format. */
export function createMetrics(figures: () => Metric[]): { text(): string; stop(): void } {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const own = (): Metric[] => {
    const { user, system } = process.cpuUsage();
    const all: Metric[] = [
      { name: 'cpu_seconds_total', kind: 'counter', help: 'Processor time.', value: (user + system) / 1e6 },
      { name: 'resident_bytes', kind: 'gauge', help: 'Resident memory.', value: process.memoryUsage.rss() },
      { name: 'loop_delay_p99_ms', kind: 'gauge', help: 'Event loop delay.', value: delay.percentile(99) / 1e6 },
      { name: 'loop_delay_max_ms', kind: 'gauge', help: 'Event loop delay.', value: delay.max / 1e6 },
    ];
    delay.reset();
    return all;
  };
  return {
    text: () => [...own(), ...figures()].map(lines).join(''),
    stop: () => void delay.disable(),
  };
}

function lines({ name, kind, help, value }: Metric): string {
  const full = `skywave_engine_${name}`;
  return `# HELP ${full} ${help}\n# TYPE ${full} ${kind}\n${full} ${value}\n`;
}
