import { Badge, Button, List, NumberInput, Text, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PlanFeaturesReply } from '#contract/api/billing.ts';
import { plansOf } from '#contract/rules/brand-flags.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import {
  featuresOf,
  planRefusal,
  plans,
  type Interval,
  type OfferedPlan,
  type PlanFeatures,
  type PlanRefusal,
} from '#contract/rules/plans.ts';
import type { Subscription } from '#contract/api/subscription.ts';
import { brand } from '#brand/brand.ts';
import { wording } from '#brand/wording.ts';
import { count, day } from '#web/lib/format.ts';
import { Segments } from '#web/ui/form/Segments.tsx';
import { discountsQuery } from '../queries.ts';
import { priceIdOf } from './active-subscriptions.ts';
import { planLimitTexts, dollars, gatedFeatures, nameOfPlan } from './plan-labels.ts';
import { usePurchase } from './use-purchase.ts';
import classes from './PlanCards.module.css';

export type ChosenPlan = { plan: OfferedPlan; interval: Interval; quantity: number };

type PlanCardsProps = {
  /** Whether the features are in a table below, so that the cards need only the limits. */
  hasTable?: boolean;
  accountKey: AccountKey;
  features: PlanFeaturesReply;
  /** What choosing a plan does; `buy` sells it, or changes the plan in `paid`. */
  kind: 'buy' | 'request' | 'assign';
  paid?: Subscription | undefined;
  busy: boolean;
  onChoose: (chosen: ChosenPlan, publicCode: string | undefined) => void;
};

const actions = { request: 'Request this plan', assign: 'Assign' };

/** The offered plans with monthly or yearly prices, as the URL has it; the account's current one is marked. */
export const PlanCards = ({ accountKey, features, kind, paid, busy, hasTable = false, onChoose }: PlanCardsProps) => {
  const { search, change } = usePurchase();
  const interval = search.interval ?? features.interval ?? 'month';
  const stations = search.stations ?? Math.max(1, features.usage.stations);
  const { data: discounts = [] } = useQuery({ ...discountsQuery(accountKey), throwOnError: false });
  const yearly = discounts.filter(({ code }) => code === null);
  const largestDiscount = Math.max(0, ...yearly.map(({ percent }) => percent));
  const shown = plansOf(brand);
  const action = kind === 'buy' ? (paid ? 'Change' : 'Subscribe') : actions[kind];
  return (
    <>
      <div className={classes.switch}>
        <Segments
          aria-label="Billing interval"
          value={interval}
          onChange={(chosen) => change({ interval: chosen })}
          data={[
            { value: 'month', label: 'Monthly' },
            {
              value: 'year',
              label: largestDiscount > 0 ? `Yearly, save up to ${Math.round(largestDiscount)}%` : 'Yearly',
            },
          ]}
        />
      </div>
      <div className={classes.grid}>
        {shown.map((plan) => {
          const quantity = plans[plan].perStation ? stations : 1;
          const offer = discounts.find((one) => one.plan === plan && one.interval === interval && one.code !== null);
          return (
            <PlanCard
              key={plan}
              plan={plan}
              interval={interval}
              percent={(interval === 'year' && yearly.find((one) => one.plan === plan)?.percent) || 0}
              offer={kind === 'buy' && paid?.plan !== plan ? offer : undefined}
              quantity={quantity}
              features={features}
              accountKey={accountKey}
              hasTable={hasTable}
            >
              {plans[plan].perStation && (
                <NumberInput
                  label="Stations"
                  value={stations}
                  onChange={(to) => change({ stations: Math.min(1000, Math.max(1, Number(to) || 1)) })}
                  min={1}
                  max={1000}
                  allowDecimal={false}
                  mb="sm"
                />
              )}
              <ChooseButton
                isCurrent={
                  kind === 'buy'
                    ? isPaidFor(paid, { plan, interval, quantity })
                    : features.plan === plan && features.interval === interval && !plans[plan].perStation
                }
                isRequested={
                  kind === 'request' && features.requested?.plan === plan && features.requested.interval === interval
                }
                action={action}
                plan={plan}
                busy={busy || search.checkout === 'done'}
                // A code for new customers may not apply to a change.
                onClick={() => onChoose({ plan, interval, quantity }, paid ? undefined : (offer?.code ?? undefined))}
              />
            </PlanCard>
          );
        })}
      </div>
    </>
  );
};

const isPaidFor = (paid: Subscription | undefined, { plan, interval, quantity }: ChosenPlan): boolean =>
  paid !== undefined &&
  paid.quantity === quantity &&
  priceIdOf(paid) === plans[plan].prices.find((price) => price.interval === interval)?.id;

type ChooseButtonProps = {
  isCurrent: boolean;
  isRequested: boolean;
  action: string;
  plan: OfferedPlan;
  busy: boolean;
  onClick: () => void;
};

const ChooseButton = ({ isCurrent, isRequested, action, plan, busy, onClick }: ChooseButtonProps) => (
  <Button
    fullWidth
    variant="light"
    disabled={isCurrent || isRequested || busy}
    onClick={onClick}
    aria-label={isCurrent || isRequested ? undefined : `${action}: ${nameOfPlan(plan)}`}
  >
    {isCurrent ? 'Your plan' : isRequested ? 'Requested' : action}
  </Button>
);

type PlanCardProps = {
  plan: OfferedPlan;
  interval: Interval;
  percent: number;
  /** A public promo code for it. */
  offer: { percent: number; code: string | null; until: string | null } | undefined;
  quantity: number;
  features: PlanFeaturesReply;
  accountKey: AccountKey;
  hasTable: boolean;
  children: ReactNode;
};

const PlanCard = (props: PlanCardProps) => {
  const { plan, interval, percent, offer, quantity, features, accountKey, hasTable, children } = props;
  const { prices, perStation, features: given } = plans[plan];
  const cents = (prices.find((price) => price.interval === interval)?.cents ?? 0) * quantity;
  const next = featuresOf({ plan, quantity, custom: {} });
  const refusal = planRefusal(features.usage, next);
  const isCurrent = features.plan === plan;
  const id = `plan-${plan}`;
  return (
    <section className={classes.card} data-current={isCurrent || undefined} aria-labelledby={id}>
      <div className={classes.top}>
        <Title order={2} size="h4" id={id}>
          {nameOfPlan(plan)}
        </Title>
        {isCurrent && <Badge>Current</Badge>}
        {features.requested?.plan === plan && <Badge color="yellow">Requested</Badge>}
      </div>
      <div>
        <Text className={`${classes.price} numbers`}>
          {dollars(interval === 'year' ? Math.round(cents / 12) : cents)}
          <span> per month</span>
        </Text>
        <Text size="sm" c="dimmed">
          {interval === 'year' ? `${dollars(cents)} per year` : 'Billed monthly'}
          {perStation ? ` for ${count(quantity, 'station')}` : ''}
          {percent > 0 && `. Save ${Math.round(percent)}% with yearly billing`}
        </Text>
      </div>
      <div className={classes.offer}>
        {offer && (
          <>
            <Badge color="green">{Math.round(offer.percent)}% off</Badge> with code <b>{offer.code}</b>
            {offer.until !== null && ` until ${day(offer.until)}`}
          </>
        )}
      </div>
      <div className={classes.choose}>{children}</div>
      <div>
        {refusal && !isCurrent && (
          <Text size="sm" c="var(--mantine-color-error)" mb="sm">
            {reasonTexts[refusal]?.(next, features.usage)}{' '}
            <Link to="/accounts/$accountKey/stations" params={{ accountKey }} className={classes.link}>
              See stations
            </Link>
            {refusal === 'stationsCountExceeded' && (
              <>
                {' · '}
                <Link to="/help/deleting-a-station" className={classes.link}>
                  How to delete a station
                </Link>
              </>
            )}
          </Text>
        )}
        <List size="sm" spacing={6} icon={<IconCheck size={16} aria-hidden className={classes.check} />}>
          {[
            ...planLimitTexts(given, perStation),
            ...(plan === 'prime_ads_free' ? ['No advertising'] : []),
            ...(hasTable ? [] : gatedFeatures.filter(([gate]) => given[gate]).map(([, name]) => name)),
          ].map((line) => (
            <List.Item key={line}>
              <bdi>{line}</bdi>
            </List.Item>
          ))}
        </List>
      </div>
    </section>
  );
};

/** Why a plan can't be chosen, for the reasons that depend on what the account has. */
const reasonTexts: Partial<Record<PlanRefusal, (allowed: PlanFeatures, usage: PlanFeaturesReply['usage']) => string>> =
  {
    stationsCountExceeded: (allowed, usage) =>
      `This plan allows ${count(allowed.allowedStationsCount, 'station')}; you have ${usage.stations}.`,
    podcastsCountExceeded: (allowed, usage) =>
      `This plan allows ${count(allowed.allowedPodcastsCount, wording.podcast, wording.podcasts)}; you have ${usage.podcasts}.`,
    maxTracksExceeded: () => 'One of your stations has more tracks than this plan allows.',
    maxBitRateExceeded: () => 'One of your stations has a higher bit rate than this plan allows.',
  };
