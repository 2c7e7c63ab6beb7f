import type { Edge } from '#streaming/edge/edge.ts';
import type { Sessions } from '#streaming/edge/sessions.ts';
import type { Spool } from '#streaming/spool/spool.ts';
import type { EngineStations } from '#streaming/station/stations.ts';
import type { Metric } from './metrics.ts';

/** What the engine reports at `/metrics`; `lost`: batches that slow consumers of the bus lost. */
export function engineMetrics(
  air: EngineStations,
  edge: Edge,
  sessions: Sessions,
  spool: Spool,
  lost: number,
): Metric[] {
  const { bytes, slow } = edge.stats();
  const listeners = sessions.list(undefined, 0).total;
  const { rendered = 0, reused = 0, missed = 0 } = air.transitions ?? {};
  return [
    gauge('stations', 'Stations.', air.states().length),
    gauge('listeners', 'Listeners at this process.', listeners),
    counter('sent_bytes_total', 'Bytes of ended sessions.', bytes),
    counter('slow_listeners_total', 'Listeners disconnected for reading too slowly.', slow),
    counter('bus_lost_batches_total', 'Batches lost by slow consumers.', lost),
    counter('mixes_made_total', 'Transitions rendered.', rendered),
    counter('mixes_reused_total', 'Transitions reused from the cache.', reused),
    counter('mixes_missed_total', 'Transitions not ready in time.', missed),
    gauge('spool_batches', 'Frozen batches not yet acknowledged.', spool.pending().batches),
  ];
}

const gauge = (name: string, help: string, value: number): Metric => ({ name, kind: 'gauge', help, value });
const counter = (name: string, help: string, value: number): Metric => ({ name, kind: 'counter', help, value });
