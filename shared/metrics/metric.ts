/** One line of a metric: `suffix` only for the parts of a histogram. */
type Sample = { labels?: Record<string, string>; value: number; suffix?: '_bucket' | '_sum' | '_count' };

/** A metric by Prometheus' conventions: base units (seconds, bytes), counters end in `_total`. */
export type Metric = { name: string; kind: 'gauge' | 'counter' | 'histogram'; help: string; samples: Sample[] };

export const gauge = (name: string, help: string, value: number | Sample[]): Metric => ({
  ...{ name, kind: 'gauge', help, samples: typeof value === 'number' ? [{ value }] : value },
});

export const counter = (name: string, help: string, value: number | Sample[]): Metric => ({
  ...{ name, kind: 'counter', help, samples: typeof value === 'number' ? [{ value }] : value },
});

/** Metrics in Prometheus' text format, version 0.0.4. */
export const metricsText = (metrics: readonly Metric[]): string => metrics.map(textOf).join('');

export const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

const textOf = ({ name, kind, help, samples }: Metric): string => {
  const lines = samples.map(
    ({ labels, value, suffix = '' }) => `${name}${suffix}${labelsText(labels)} ${numberText(value)}\n`,
  );
  return [`# HELP ${name} ${escaped(help)}\n`, `# TYPE ${name} ${kind}\n`, ...lines].join('');
};

const labelsText = (labels: Record<string, string> = {}): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value).replaceAll('"', '\\"')}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
};

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');

const numberText = (value: number): string => (value === Infinity ? '+Inf' : String(value));
