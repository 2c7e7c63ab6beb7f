import { counter, gauge, type Metric } from '#shared/metrics/metric.ts';
import type { EngineStations } from '#streaming/station/stations.ts';

/** What the engine reports of its stations; `lost`: batches that slow consumers of the bus lost. */
export const engineMetrics = (air: EngineStations, lost: number): Metric[] => {
  const { rendered = 0, reused = 0, missed = 0 } = air.transitions ?? {};
  const sources = Map.groupBy(air.states(), (state) => state.source);
  return [
    gauge(
      'skywave_engine_stations',
      'Stations by what they play.',
      [...sources].map(([source, found]) => ({ labels: { source }, value: found.length })),
    ),
    counter('skywave_engine_bus_lost_batches_total', 'Batches lost by slow consumers.', lost),
    counter('skywave_engine_transitions_total', 'Transitions between tracks by what became of them.', [
      { labels: { result: 'rendered' }, value: rendered },
      { labels: { result: 'reused' }, value: reused },
      { labels: { result: 'missed' }, value: missed },
    ]),
  ];
};
