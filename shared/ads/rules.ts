import type { Rule, Target } from '#contract/rules/ad-rules.ts';

/** What rules compare of one listener: the path in each tree, from general to special; undefined while unknown. */
export type Facts = Readonly<Record<Target['type'], readonly string[] | undefined>>;

/** A rule with its targets as segments. */
type Compiled = { targets: { type: Target['type']; segments: readonly string[] }[]; isNegated: boolean };
export type CompiledRules = readonly Compiled[];

/** Splits the targets' paths once, so that each comparison is of plain texts. */
export const compileRules = (rules: readonly Rule[]): CompiledRules =>
  rules.map(({ targets, isNegated }) => ({
    isNegated,
    targets: targets.map(({ type, path }) => ({ type, segments: path.split('/').map(decoded) })),
  }));

/**
 * Whether all rules hold for a listener: a rule does for one within any of its targets; negated, for one within none.
 * Nothing holds of what is not known yet, not even a negated rule.
 */
export const doRulesHold = (rules: CompiledRules, facts: Facts): boolean =>
  rules.every(({ targets, isNegated }) => {
    if (targets.some(({ type }) => facts[type] === undefined)) return false;
    return targets.some(({ type, segments }) => isWithin(facts[type]!, segments)) !== isNegated;
  });

/** An empty segment stands for anything: a city whatever its region. */
const isWithin = (place: readonly string[], target: readonly string[]): boolean =>
  target.length <= place.length && target.every((segment, at) => segment === '' || isSame(segment, place[at]!));

/** Whether names are the same in any capitals, as people type them. */
const isSame = (one: string, other: string): boolean =>
  one === other || (one.length === other.length && one.toLowerCase() === other.toLowerCase());

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};
