import { minorOfMicros } from '#contract/rules/money.ts';
import type { StatementDay } from './statement-hash.ts';

export type SummedLine = Pick<StatementDay, 'station_key' | 'campaign_key' | 'impressions' | 'micros'> & {
  month: string;
  amount_minor: number;
};

/** The lines of a statement: its days by month, station and campaign, newest month first, each rounded once to minor units. */
export const linesOf = (days: readonly StatementDay[], currency: string): SummedLine[] => {
  const parts = Map.groupBy(days, ({ day, station_key, campaign_key }) =>
    [day.slice(0, 7), station_key, campaign_key].join(' '),
  );
  return [...parts.values()]
    .map((part): SummedLine => {
      const [{ day, station_key, campaign_key }] = part as [StatementDay];
      const micros = part.reduce((sum, one) => sum + one.micros, 0);
      return {
        ...{ month: day.slice(0, 7), station_key, campaign_key, micros },
        impressions: part.reduce((sum, one) => sum + one.impressions, 0),
        amount_minor: minorOfMicros(micros, currency),
      };
    })
    .sort(
      (one, other) =>
        other.month.localeCompare(one.month) || other.micros - one.micros || keyOf(one).localeCompare(keyOf(other)),
    );
};

const keyOf = ({ station_key, campaign_key }: SummedLine): string => `${station_key} ${campaign_key}`;

/**
 * What a statement adds to those before it: what was earned (`totals`), less what they stated. A stated day that is not in `recorded` is
 * left as it was stated: its rows were lost or deleted, which does not mean that nothing was earned.
 */
export const unstated = (
  totals: readonly StatementDay[],
  stated: readonly StatementDay[],
  recorded: ReadonlySet<string>,
): StatementDay[] => {
  const days = new Map(totals.map((day) => [idOf(day), day]));
  for (const before of stated) {
    if (!recorded.has(before.day)) continue;
    const now = days.get(idOf(before)) ?? { ...before, impressions: 0, micros: 0 };
    days.set(idOf(before), {
      ...now,
      impressions: now.impressions - before.impressions,
      micros: now.micros - before.micros,
    });
  }
  return [...days.values()].filter(({ impressions, micros }) => impressions !== 0 || micros !== 0);
};

const idOf = ({ day, station_key, campaign_key }: StatementDay): string => `${day} ${station_key} ${campaign_key}`;
