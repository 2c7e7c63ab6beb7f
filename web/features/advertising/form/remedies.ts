import type { ForecastLimit } from '#contract/api/campaign-forecast.ts';
import { adPositions, type Rule, type Target } from '#contract/rules/ad-rules.ts';
import type { CampaignValues } from './campaign-form.ts';

/** A change of the form that lifts a limit. */
export type Remedy = { label: string; change: Partial<CampaignValues>; everyStation?: boolean };

const others: readonly Target['type'][] = ['device', 'player', 'output', 'category', 'language', 'podcast'];

/** The change that lifts what holds a campaign back; undefined for campaigns of higher priority. */
export const remedyOf = (by: ForecastLimit, values: CampaignValues): Remedy | undefined => {
  const { rateLimiting } = values;
  switch (by) {
    case 'hours':
      return { label: 'Play at all hours', change: { schedule: null } };
    case 'caps':
      return {
        label: 'Remove the caps',
        change: { rateLimiting: { ...rateLimiting, perListener: [], perSession: null, minutesBetween: null } },
      };
    case 'daily':
      return { label: 'No daily limit', change: { rateLimiting: { ...rateLimiting, perDay: null } } };
    case 'place':
      return { label: 'Play everywhere', change: withoutTargets(values, ['location']) };
    case 'audience':
      return { label: 'All devices and players', change: withoutTargets(values, others) };
    case 'stations':
      return { label: 'All stations', change: withoutTargets(values, ['station']), everyStation: true };
    case 'positions':
      return { label: 'All positions', change: { positions: [...adPositions] } };
    case 'tiers':
      return undefined;
  }
};

const withoutTargets = (
  { providerRuleChains }: CampaignValues,
  types: readonly Target['type'][],
): Pick<CampaignValues, 'providerRuleChains'> => ({
  providerRuleChains: providerRuleChains.map((chain) => ({ ...chain, rules: chain.rules.flatMap(without(types)) })),
});

const without =
  (types: readonly Target['type'][]) =>
  (rule: Rule): Rule[] => {
    const targets = rule.targets.filter(({ type }) => !types.includes(type));
    return targets.length === 0 ? [] : [{ ...rule, targets }];
  };
