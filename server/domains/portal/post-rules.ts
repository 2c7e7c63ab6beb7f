import type { postPlans, PostRules } from '#contract/api/portal.ts';

export type PostPlan = (typeof postPlans)[number];
/** A person as post rules see them: their browser's preferred language and the plans of their accounts. */
export type Reader = { language: string; plans: readonly PostPlan[] };

/**
 * Whether a post is for this reader (spec §3), by language and plan; a negated list excludes its values. An
 * empty list matches everyone. `de` matches all German, `de-AT` only Austrian German.
 */
export const isForReader = ({ browserLanguage, plans }: PostRules, reader: Reader): boolean =>
  holds(browserLanguage, (value) => speaks(reader.language, value)) &&
  holds(plans, (value) => reader.plans.includes(value));

const holds = <T>(rule: { isNegated: boolean; values: T[] }, matches: (value: T) => boolean): boolean =>
  rule.values.length === 0 || rule.values.some(matches) !== rule.isNegated;

const speaks = (language: string, listed: string): boolean => {
  const spoken = language.toLowerCase();
  return spoken === listed.toLowerCase() || spoken.startsWith(`${listed.toLowerCase()}-`);
};

/** The preferred language of an Accept-Language header; '' without one. */
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
