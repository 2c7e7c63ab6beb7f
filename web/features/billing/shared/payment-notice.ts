import type { PlanFeaturesReply } from '#contract/api/billing.ts';
import { day, moment } from '#web/lib/format.ts';
import { nameOfPlan } from './plan-labels.ts';

export type Notice = { title: string; text: string; action: string; page: 'billing' | 'upgrade'; isUrgent: boolean };

/** The notice about an account's payments on each of its pages; undefined while all is well. */
export const noticeOf = ({
  held,
  graceEnds,
  status,
  plan,
}: Pick<PlanFeaturesReply, 'held' | 'graceEnds' | 'status' | 'plan'>): Notice | undefined => {
  if (held)
    return {
      title: 'Your stations are off the air.',
      text: `${held.reason} Since ${moment(held.since)}. Everything is still there.`,
      action: 'Choose a plan',
      page: 'upgrade',
      isUrgent: true,
    };
  if (status === 'past_due')
    return {
      title: 'Your last payment failed.',
      text: `Please pay to keep ${nameOfPlan(plan)}. Your stations stay on the air for now.`,
      action: 'Pay now',
      page: 'billing',
      isUrgent: true,
    };
  if (graceEnds !== null)
    return {
      title: 'Your subscription has ended.',
      text: `Stations go off the air on ${day(graceEnds)}.`,
      action: 'Choose a plan',
      page: 'upgrade',
      isUrgent: false,
    };
  return undefined;
};
