import { appMetrics, callMetrics } from './metrics-apps-and-calls.ts';
import { listeningMetrics } from './metrics-listening.ts';
import { playerMetrics } from './metrics-players.ts';
import { podcastMetrics } from './metrics-podcasts.ts';
import { rawMetrics } from './metrics-raw.ts';
import { royaltyMetrics } from './metrics-royalty.ts';

/** A metric that a screen shows: its label, its definition in one sentence, and how it is calculated. */
export type Metric = {
  label: string;
  /** Shown beside the value. */
  definition: string;
  formula: string;
  /** The data it is calculated from. */
  source: string;
  /** The margin of error, if it is not exact. */
  error?: string;
};

/** All metrics of the analytics screens. docs/metrics.md is generated from them (`node tools/metrics.ts`). */
export const metrics = {
  ...listeningMetrics,
  ...podcastMetrics,
  ...rawMetrics,
  ...appMetrics,
  ...callMetrics,
  ...playerMetrics,
  ...royaltyMetrics,
} as const satisfies Record<string, Metric>;
export type MetricId = keyof typeof metrics;

type DefinitionChange = { date: string; metric: MetricId; text: string };

/** Days on which the definition of a metric changed, oldest first. */
export const definitionChanges: readonly DefinitionChange[] = [
  {
    date: '2026-11-22',
    metric: 'city',
    text: 'available since this day, like players, systems, outputs, websites and session lengths, and calculated back to the oldest stored session.',
  },
];
