import { counter, gauge, type Metric } from '#shared/metrics/metric.ts';
import { edgeMetrics } from '#streaming/edge/edge-metrics.ts';
import type { EngineEdge } from './engine-edge.ts';
import type { Upgrades } from './hand-over-messages.ts';

/** What an edge process reports of its engines and listeners, and of its upgrades. */
export const edgeProcessMetrics = (engines: readonly EngineEdge[], upgrades: Upgrades): Metric[] => {
  const ofEach = (valueOf: (engine: EngineEdge) => number): { labels: { engine: string }; value: number }[] =>
    engines.map((engine) => ({ labels: { engine: engine.address }, value: valueOf(engine) }));
  return [
    gauge(
      'skywave_edge_engine_up',
      'Whether the edge receives an engine.',
      ofEach((engine) => (engine.isConnected() ? 1 : 0)),
    ),
    gauge(
      'skywave_edge_stations',
      'Stations whose sound the edge receives.',
      ofEach((engine) => engine.stations()),
    ),
    counter(
      'skywave_edge_engine_connections_total',
      'Connections made to an engine.',
      ofEach((engine) => engine.connections()),
    ),
    counter(
      'skywave_edge_upgrades_total',
      'Upgrades of the edge since it was started, by result.',
      Object.entries(upgrades).map(([result, value]) => ({ labels: { result }, value })),
    ),
    ...edgeMetrics('skywave_edge', engines),
  ];
};
