import type { ForecastLimit } from '#contract/api/campaign-forecast.ts';
import { adPositions, type Rule, type Target } from '#contract/rules/ad-rules.ts';
import type { PlanCampaignRow } from '../plan/plan.repo.ts';

/** A campaign without one of its limits; undefined where it doesn't have that limit. */
type Lift = (draft: PlanCampaignRow) => PlanCampaignRow | undefined;

/** The key under which the stations' choice is lifted: cells must know who would be admitted everywhere. */
export const anywhere = (draft: PlanCampaignRow): PlanCampaignRow => ({
  ...draft,
  key: `${draft.key}-anywhere` as PlanCampaignRow['key'],
  stations: [],
});

/** How each limit is lifted but `tiers`, which are other campaigns. */
export const lifts: Record<Exclude<ForecastLimit, 'tiers'>, Lift> = {
  place: (draft) => withoutTargets(draft, ['location']),
  audience: (draft) => withoutTargets(draft, ['device', 'player', 'output', 'category', 'language', 'podcast']),
  stations: (draft) => {
    const free = withoutTargets(draft, ['station']);
    return draft.stations.length > 0 ? anywhere(free ?? draft) : free;
  },
  positions: (draft) =>
    draft.positions.length < adPositions.length ? { ...draft, positions: [...adPositions] } : undefined,
  hours: (draft) => (draft.schedule ? { ...draft, schedule: null } : undefined),
  caps: (draft) => {
    const { perListener, perSession, minutesBetween } = draft.rate_limiting;
    if (perListener.length === 0 && perSession === null && minutesBetween === null) return undefined;
    return {
      ...draft,
      rate_limiting: { ...draft.rate_limiting, perListener: [], perSession: null, minutesBetween: null },
    };
  },
  daily: (draft) =>
    draft.rate_limiting.perDay === null
      ? undefined
      : { ...draft, rate_limiting: { ...draft.rate_limiting, perDay: null } },
};

/** Without targets of these types; a rule that had no others is gone. */
const withoutTargets = (draft: PlanCampaignRow, types: readonly Target['type'][]): PlanCampaignRow | undefined => {
  const isOf = (rule: Rule): boolean => rule.targets.some(({ type }) => types.includes(type));
  if (!draft.attempts.some(({ rules }) => rules.some(isOf))) return undefined;
  const attempts = draft.attempts.map((attempt) => ({
    ...attempt,
    rules: attempt.rules.flatMap((rule) => {
      const targets = rule.targets.filter(({ type }) => !types.includes(type));
      return targets.length === 0 ? [] : [{ ...rule, targets }];
    }),
  }));
  return { ...draft, attempts };
};
