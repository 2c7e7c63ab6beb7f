import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { PlanFeaturesReply } from '#contract/billing.ts';
import type { AccountKey } from '#contract/keys.ts';
import { brand } from '#brand/brand.ts';
import { useMay } from '#web/features/session/queries.ts';
import { day, moment } from '#web/lib/format.ts';
import { planFeaturesQuery } from '../queries.ts';
import { nameOfPlan } from './plan-labels.ts';
import classes from './PaymentBar.module.css';

/** On every page of an account: what it must pay, and what happens to its stations until then. */
export const PaymentBar = ({ accountKey }: { accountKey: AccountKey }) => {
  const mayRead = useMay('account.readPlan', { accountKey });
  const { data: features } = useQuery({
    ...planFeaturesQuery(accountKey),
    enabled: mayRead,
    throwOnError: false,
    refetchInterval: ({ state }) => (state.data && noticeOf(state.data) ? 30_000 : false),
  });
  const notice = features && noticeOf(features);
  if (!notice) return null;
  const page = brand.flags.subscriptions && notice.page === 'billing' ? 'subscriptions/billing' : 'upgrade';
  return (
    <section aria-label="Payment" className={classes.bar} data-urgent={notice.isUrgent || undefined}>
      <p className={classes.text}>
        <b>{notice.title}</b> {notice.text}
      </p>
      <Link to={`/accounts/${accountKey}/${page}` as '/'} className={classes.link}>
        {notice.action}
      </Link>
    </section>
  );
};

type Notice = { title: string; text: string; action: string; page: 'billing' | 'upgrade'; isUrgent: boolean };

const noticeOf = ({ held, graceEnds, status, plan }: PlanFeaturesReply): Notice | undefined => {
  if (held)
    return {
      title: 'Your stations are off the air.',
      text: `${held.reason} Since ${moment(held.since)}. Everything is still there.`,
      action: 'Pay now',
      page: 'billing',
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
