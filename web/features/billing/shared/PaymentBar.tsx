import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AccountKey } from '#contract/rules/keys.ts';
import { brand } from '#brand/brand.ts';
import { useMay } from '#web/features/session/queries.ts';
import { planFeaturesQuery } from '../queries.ts';
import { noticeOf } from './payment-notice.ts';
import classes from './PaymentBar.module.css';

/** On every page of an account: what it must pay, and what happens to its stations until then. */
export const PaymentBar = ({ accountKey }: { accountKey: AccountKey }) => {
  const mayRead = useMay('account.readPlan', { accountKey });
  const { data: features } = useQuery({
    ...planFeaturesQuery(accountKey),
    enabled: mayRead,
    throwOnError: false,
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
