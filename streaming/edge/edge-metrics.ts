import { counter, gauge, type Metric } from '#shared/metrics/metric.ts';
import type { Spool } from '#streaming/spool/spool.ts';
import type { Edge } from './edge.ts';
import type { Sessions } from './sessions.ts';

/** What a process reports of its listeners and of its spool; `of` begins the names. */
export function edgeMetrics(
  of: 'skywave_engine' | 'skywave_edge',
  { edge, sessions, spool }: { edge: Edge; sessions: Sessions; spool: Spool },
): Metric[] {
  const { bytes, slow, lostBatches } = edge.stats();
  const pending = spool.pending();
  return [
    gauge(`${of}_listeners`, 'Listeners at this process.', sessions.list(undefined, 0).total),
    counter(`${of}_sent_bytes_total`, 'Bytes of ended sessions.', bytes),
    counter(`${of}_slow_listeners_total`, 'Listeners disconnected for reading too slowly.', slow),
    counter(`${of}_lost_batches_total`, 'Batches of sound that did not arrive here.', lostBatches),
    gauge(`${of}_spool_batches`, 'Batches of events not yet acknowledged.', pending.batches),
    gauge(`${of}_spool_oldest_seconds`, 'Age of the oldest event not yet acknowledged.', pending.oldestMs / 1000),
  ];
}
