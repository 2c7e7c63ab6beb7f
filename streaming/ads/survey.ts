import type { AdSurvey } from '#streaming/bus/wire.ts';

/**
 * Asks at most `sample` listeners, evenly chosen, how long their spots would last; of more listeners it is an estimate.
 */
export const surveyOf = <L>(listeners: readonly L[], sample: number, lengthOf: (listener: L) => number): AdSurvey => {
  const step = Math.max(1, listeners.length / sample);
  const asked = Array.from(
    { length: Math.min(sample, listeners.length) },
    (_, at) => listeners[Math.floor(at * step)]!,
  );
  const lengths: Record<number, number> = {};
  for (const listener of asked) {
    const ms = Math.ceil(lengthOf(listener));
    if (ms > 0) lengths[ms] = (lengths[ms] ?? 0) + step;
  }
  return { listeners: listeners.length, lengths };
};

/** The surveys of several processes as one. */
export const addSurveys = (surveys: readonly AdSurvey[]): AdSurvey => {
  const lengths: Record<number, number> = {};
  for (const survey of surveys)
    for (const [ms, count] of Object.entries(survey.lengths)) lengths[Number(ms)] = (lengths[Number(ms)] ?? 0) + count;
  return { listeners: surveys.reduce((sum, { listeners }) => sum + listeners, 0), lengths };
};

export const withSpot = ({ lengths }: AdSurvey): number =>
  Math.round(Object.values(lengths).reduce((sum, count) => sum + count, 0));

/** The length that most listeners share, ms; 0 if nobody has a spot. */
export const commonLength = ({ lengths }: AdSurvey): number => {
  const [first] = Object.entries(lengths).sort((a, b) => b[1] - a[1] || Number(b[0]) - Number(a[0]));
  return first ? Number(first[0]) : 0;
};
