import { counter, gauge, type Metric } from '#shared/metrics/metric.ts';
import type { Spool } from '#streaming/spool/spool.ts';
import type { Edge } from './edge.ts';
import type { Sessions } from './sessions.ts';

type Side = { edge: Edge; sessions: Sessions; spool: Spool };

/** What a process reports of its listeners and of what it has to report to its engines; `of` begins the names. */
export const edgeMetrics = (of: 'skywave_engine' | 'skywave_edge', sides: readonly Side[]): Metric[] => {
  const sum = (valueOf: (side: Side) => number): number => sides.reduce((all, side) => all + valueOf(side), 0);
  const oldestMs = Math.max(...sides.map(({ spool }) => spool.pending().oldestMs));
  return [
    gauge(
      `${of}_listeners`,
      'Listeners at this process.',
      sum(({ sessions }) => sessions.list(undefined, 0).total),
    ),
    counter(
      `${of}_sent_bytes_total`,
      'Bytes of ended sessions.',
      sum(({ edge }) => edge.stats().bytes),
    ),
    counter(
      `${of}_slow_listeners_total`,
      'Listeners disconnected for reading too slowly.',
      sum(({ edge }) => edge.stats().slow),
    ),
    counter(
      `${of}_lost_batches_total`,
      'Batches of sound that did not arrive here.',
      sum(({ edge }) => edge.stats().lostBatches),
    ),
    gauge(
      `${of}_spool_batches`,
      'Batches of events not yet acknowledged.',
      sum(({ spool }) => spool.pending().batches),
    ),
    gauge(`${of}_spool_oldest_seconds`, 'Age of the oldest event not yet acknowledged.', oldestMs / 1000),
  ];
};
