import { metrics } from '#contract/texts/metrics.ts';
import type { RoyaltyStats } from '#contract/api/royalty.ts';
import { abbreviate, count, whole } from '#web/lib/format.ts';
import { Stat, StatRow } from '#web/ui/Stat.tsx';

const { performances, recordings, aggregateTuningHours, identified } = metrics;

/** The key figures of the period's performances. */
export const Summary = ({ stats: { totals, coverage, aggregate_tuning_hours, apart } }: { stats: RoyaltyStats }) => (
  <StatRow>
    <Stat
      label={performances.label}
      value={abbreviate(totals.performances)}
      hint={`of ${count(totals.plays, 'play')}`}
      definition={performances.definition}
    />
    <Stat
      label={recordings.label}
      value={abbreviate(totals.recordings)}
      hint={`${count(apart.jingles.plays, 'jingle')} and ${count(apart.untitled.plays + apart.speech.plays, 'other')} excluded`}
      definition={recordings.definition}
    />
    <Stat
      label={aggregateTuningHours.label}
      value={hours(aggregate_tuning_hours)}
      hint="all content"
      definition={aggregateTuningHours.definition}
    />
    <Stat
      label={identified.label}
      value={share(coverage.identified, totals.performances)}
      hint={`${share(coverage.isrc, totals.performances)} by ISRC`}
      definition={identified.definition}
    />
  </StatRow>
);

/** Hours with two decimals below 100, else whole. */
const hours = (of: number): string => (of < 100 ? whole(Math.round(of * 100) / 100) : whole(Math.round(of)));

const share = (part: number, all: number): string => (all === 0 ? '–' : `${Math.floor((part / all) * 1000) / 10}%`);
