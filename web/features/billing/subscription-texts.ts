import type { BillingOverview } from '#contract/api/payments.ts';
import type { Subscription } from '#contract/api/subscription.ts';
import { count, day } from '#web/lib/format.ts';
import { amount, cardName } from './shared/charge-texts.ts';
import { dollars } from './shared/plan-labels.ts';

/** The price and billing interval of a subscription. */
export const priceText = ({ items, quantity, status }: Subscription): string => {
  const [item] = items;
  if (!item) return status === 'trialing' ? 'Free trial' : 'Free';
  return `${dollars(item.price.unit_amount * quantity)} per ${item.price.recurring.interval}`;
};

/** What comes next: the end or the next charge with its card; and the number of stations and the discount. */
export const detailsOf = (subscription: Subscription, overview: BillingOverview | undefined): string =>
  [quantityText(subscription), nextText(subscription, overview), discountText(subscription)].filter(Boolean).join(' ');

const quantityText = ({ quantity }: Subscription): string => (quantity > 1 ? `${count(quantity, 'station')}.` : '');

const nextText = (subscription: Subscription, overview: BillingOverview | undefined): string => {
  const { current_period_end: end, status, provider, cancel_at_period_end: isEnding } = subscription;
  if (end === null) return '';
  if (isEnding) return `Ends on ${day(end)}.`;
  if (provider === null) return status === 'trialing' ? `The trial ends on ${day(end)}.` : `Until ${day(end)}.`;
  if (status !== 'active') return '';
  const upcoming = overview?.upcoming;
  if (upcoming?.at.slice(0, 10) !== end.slice(0, 10)) return `Renews on ${day(end)}.`;
  const card = overview?.card ? ` to ${cardName(overview.card)}` : '';
  return `Next charge: ${amount(upcoming.amount, upcoming.currency)} on ${day(upcoming.at)}${card}.`;
};

const discountText = ({ promoCode, discount, currency }: Subscription): string => {
  if (discount === null) return promoCode === null ? '' : `Promo code ${promoCode}.`;
  const off =
    discount.percent_off === null
      ? amount(discount.amount_off ?? 0, currency ?? 'usd')
      : `${String(discount.percent_off)}%`;
  return `Promo code ${discount.code}: ${off} off${discount.ends === null ? '' : ` until ${day(discount.ends)}`}.`;
};
