import type { postPlans, PostRules } from '#contract/portal.ts';

export type PostPlan = (typeof postPlans)[number];
/** Somebody as the rules of posts see them: the language their browser likes best, and the plans of their accounts. */
export type Reader = { language: string; plans: readonly PostPlan[] };

/**
 * Whether a post is for somebody (spec §3): by language and by plan, each list turned round where it is negated. An
 * empty list is everybody. `de` means every German, `de-AT` only the Austrian one.
 */
export const isFor = ({ browserLanguage, plans }: PostRules, reader: Reader): boolean =>
  holds(browserLanguage, (value) => speaks(reader.language, value)) &&
  holds(plans, (value) => reader.plans.includes(value));

const holds = <T>(rule: { isNegated: boolean; values: T[] }, matches: (value: T) => boolean): boolean =>
  rule.values.length === 0 || rule.values.some(matches) !== rule.isNegated;

const speaks = (language: string, wanted: string): boolean => {
  const spoken = language.toLowerCase();
  return spoken === wanted.toLowerCase() || spoken.startsWith(`${wanted.toLowerCase()}-`);
};

/** The language a browser likes best by its Accept-Language; '' where it has none. */
export const preferredLanguage = (header: string | undefined): string => {
  const weighted = (header ?? '')
    .slice(0, 1000)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(/\s*;\s*/);
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 };
    })
    .filter(({ tag, weight }) => weight > 0 && /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(tag));
  return weighted.sort((one, other) => other.weight - one.weight)[0]?.tag ?? '';
};
