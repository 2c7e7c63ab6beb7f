import type { Metric } from './metric.ts';

/** Counts values by the size of each, for every set of labels. */
export type Histogram = { observe(labels: Record<string, string>, value: number): void; metric(): Metric };

type Series = { labels: Record<string, string>; counts: number[]; sum: number };

/** `bounds` ascend; a value that equals a bound counts below it. */
export const createHistogram = (name: string, help: string, bounds: readonly number[]): Histogram => {
  const all = new Map<string, Series>();
  return {
    observe(labels, value) {
      const key = Object.values(labels).join(' ');
      let series = all.get(key);
      if (!series) all.set(key, (series = { labels, counts: Array(bounds.length + 1).fill(0), sum: 0 }));
      const at = bounds.findIndex((bound) => value <= bound);
      series.counts[at === -1 ? bounds.length : at]! += 1;
      series.sum += value;
    },
    metric: () => ({
      name,
      kind: 'histogram',
      help,
      samples: [...all.values()].flatMap((one) => samplesOf(one, bounds)),
    }),
  };
};

const samplesOf = ({ labels, counts, sum }: Series, bounds: readonly number[]): Metric['samples'] => {
  let below = 0;
  const buckets = counts.map((count, at) => {
    below += count;
    return { suffix: '_bucket' as const, labels: { ...labels, le: String(bounds[at] ?? '+Inf') }, value: below };
  });
  return [...buckets, { suffix: '_sum', labels, value: sum }, { suffix: '_count', labels, value: below }];
};
