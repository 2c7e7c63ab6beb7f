import { levelOf, weightAt } from './levels.ts';

/*
 * How good forecasts of the last months would have been: the audience of 14 days as it would have been expected on each day,
 * against what was heard.
 */

const weekDays = 7;
const historyDays = 28;
/** Forecasts are for so many days, of the days of so long a time. */
export const [forecastDays, testedDays] = [14, 90];
/** The days of listening that a backtest reads. */
export const backtestDays = testedDays + historyDays;
/** From fewer days, nothing is forecast. */
const leastDays = 7;
/** As `levelPrior` of streams, in the same hours. */
const levelPrior = 20;

/** How far off forecasts were: actual ÷ forecast. */
export type Accuracy = {
  forecasts: number;
  /** The median of |actual ÷ forecast − 1|. */
  medianError: number;
  /** The ratio that one of ten forecasts fell below, and that one of ten exceeded. */
  low: number;
  high: number;
};

/** Without forecasts to learn from. */
export const unknownAccuracy: Accuracy = { forecasts: 0, medianError: 0, low: 0.7, high: 1.3 };

/** What was heard ÷ what would have been expected, of each 14 days within these days (listener hours, oldest first). */
export const ratiosOf = (days: readonly number[]): number[] => {
  const begun = days.findIndex((hours) => hours > 0);
  if (begun < 0) return [];
  const ratios: number[] = [];
  for (let at = Math.max(begun + leastDays, days.length - testedDays); at + forecastDays <= days.length; at++) {
    const expected = expectedOf(days.slice(Math.max(begun, at - historyDays), at));
    const actual = days.slice(at, at + forecastDays).reduce((sum, one) => sum + one, 0);
    if (expected > 0) ratios.push(actual / expected);
  }
  return ratios;
};

/** The next 14 days by the average week of these days and its level, as supply is computed by the hour. */
export const expectedOf = (history: readonly number[]): number => {
  const weeks = Math.max(1, history.length / weekDays);
  const week = Array.from({ length: weekDays }, () => 0);
  for (const [i, hours] of history.toReversed().entries()) week[i % weekDays]! += hours / weeks;
  const all = week.reduce((sum, one) => sum + one, 0);
  return (forecastDays / weekDays) * all * (history.length < 2 * weekDays ? 1 : levelOfDays(history, week));
};

const levelOfDays = (history: readonly number[], week: readonly number[]): number => {
  let [seen, expected] = [0, 0];
  for (const [ago, hours] of history.toReversed().slice(0, weekDays).entries()) {
    const weight = weightAt(ago * 24 + 12);
    seen += hours * weight;
    expected += week[ago]! * weight;
  }
  return levelOf(seen, expected, levelPrior);
};

/** No forecast is nearer than that, as breaks are not forecast. */
const nearest = 0.03;

/** Sums up ratios; the bounds lie as far out as in a sample of this size they must to hold for the next one. */
export const accuracyOf = (ratios: readonly number[]): Accuracy => {
  if (ratios.length === 0) return unknownAccuracy;
  const sorted = ratios.toSorted((a, b) => a - b);
  const errors = ratios.map((ratio) => Math.abs(ratio - 1)).sort((a, b) => a - b);
  return {
    forecasts: ratios.length,
    medianError: quantile(errors, 0.5),
    low: Math.min(1 - nearest, quantile(sorted, 0.1)),
    high: Math.max(1 + nearest, quantile(sorted, 0.9)),
  };
};

const quantile = (sorted: readonly number[], part: number): number => {
  const at = part < 0.5 ? Math.floor((sorted.length + 1) * part) - 1 : Math.ceil((sorted.length + 1) * part) - 1;
  return sorted[Math.min(sorted.length - 1, Math.max(0, at))]!;
};
