import { appMetrics, callMetrics } from './metrics-apps-and-calls.ts';
import { listeningMetrics } from './metrics-listening.ts';
import { podcastMetrics } from './metrics-podcasts.ts';
import { rawMetrics } from './metrics-raw.ts';
import { royaltyMetrics } from './metrics-royalty.ts';

/** A number that a screen shows: what it is called, what it is in one sentence, and how it is made. */
export type Metric = {
  label: string;
  /** Shown beside the number. */
  definition: string;
  formula: string;
  /** Where it is counted from. */
  source: string;
  /** How far it may be off, where it is not exact. */
  error?: string;
};

/** Every number of every analytics screen. docs/metrics.md is made from it (`node tools/metrics.ts`). */
export const metrics = {
  ...listeningMetrics,
  ...podcastMetrics,
  ...rawMetrics,
  ...appMetrics,
  ...callMetrics,
  ...royaltyMetrics,
} as const satisfies Record<string, Metric>;
export type MetricId = keyof typeof metrics;

type DefinitionChange = { date: string; metric: MetricId; text: string };

/** The days from which a number means something else than before, the oldest first. */
export const definitionChanges: readonly DefinitionChange[] = [
  {
    date: '2026-11-22',
    metric: 'city',
    text: 'counted from this day on, like players, systems, outputs, websites and session lengths, and back to the oldest session that is kept.',
  },
];
