import { unknownValue, type FilterDimension } from '#contract/api/audience-filter.ts';
import type { StatsReply } from '#contract/api/analytics.ts';
import type { Period } from '#contract/rules/analytics-period.ts';

/** A question about statistics, such as `yesterday in Berlin`: a period, and the beginning of a value. */
export type NumbersQuestion = { period: Exclude<Period, 'custom'>; value: string };

const periodWords: readonly (readonly [RegExp, NumbersQuestion['period']])[] = [
  [/^last (?:7|seven) days\b/i, 'last7days'],
  [/^today\b/i, 'today'],
  [/^yesterday\b/i, 'yesterday'],
  [/^this week\b/i, 'thisWeek'],
  [/^(?:last|previous) week\b/i, 'previousWeek'],
  [/^this month\b/i, 'thisMonth'],
  [/^(?:last|previous) month\b/i, 'previousMonth'],
];

/** The question in a text that begins with a period, or with `in …`; undefined for any other text. */
export const questionOf = (text: string): NumbersQuestion | undefined => {
  const trimmed = text.trim();
  const found = periodWords.find(([words]) => words.test(trimmed));
  const rest = found ? trimmed.replace(found[0], '').trim() : trimmed;
  const value = /^(?:in|on|from|with|via)\s+(.*)$/i.exec(rest)?.[1]?.trim();
  if (!found && !value) return undefined;
  return { period: found?.[1] ?? 'last7days', value: value ?? rest };
};

/** A value of the audience that begins as the question says, with its filter; the most heard first. */
export type NumbersAnswer = { dimension: FilterDimension; value: string; name: string; sessions: number };

/** The values of a report that a question may mean; none where it names none. */
export const answersOf = (stats: StatsReply, { value }: NumbersQuestion): NumbersAnswer[] => {
  const wanted = value.toLowerCase();
  if (wanted === '') return [];
  const of = (dimension: FilterDimension, id: string, name: string, sessions: number): NumbersAnswer => ({
    ...{ dimension, name, sessions },
    value: id || unknownValue,
  });
  return [
    ...stats.city_stats.map(({ iso, region, city, stats: { connections } }) =>
      of('city', [iso, region, city].join('|'), city, connections),
    ),
    ...stats.country_stats.map((one) => of('country', one.iso, one.name, one.stats.connections)),
    ...stats.device_stats.map((one) => of('device', one.device, one.device, one.stats.connections)),
    ...stats.player_stats.map((one) => of('player', one.player, one.player, one.stats.connections)),
    ...stats.system_stats.map((one) => of('system', one.system, one.system, one.stats.connections)),
  ].filter(({ name }) => name !== '' && name.toLowerCase().startsWith(wanted));
};
