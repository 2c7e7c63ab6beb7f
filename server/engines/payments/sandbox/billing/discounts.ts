import type Stripe from 'stripe';
import type { Discount, PromotionCode, Subscription } from '../objects.ts';
import { newId } from '../ids.ts';
import { invalid } from '../wire/refusal.ts';
import { all, find, lookUp, put, remove, type World } from '../world.ts';
import { roundCents, shareOf } from './cents.ts';
import { addMonths } from './periods.ts';

/** A discount on what is billed for a product. */
export type Reduction = {
  discount: string;
  percent: number | null;
  amount: number | null;
  products: readonly string[];
};

/** A promotion code that this customer can use now; throws the provider's refusal otherwise. */
export const usablePromotion = (world: World, id: string): PromotionCode => {
  const promotion = find(world, 'promotion_code', id);
  const coupon = find(world, 'coupon', promotion.promotion.coupon);
  const isOver =
    (promotion.expires_at !== null && promotion.expires_at <= world.wall) ||
    (promotion.max_redemptions !== null && promotion.times_redeemed >= promotion.max_redemptions);
  if (!promotion.active || !coupon.valid || isOver)
    throw invalid('This promotion code is not valid any more.', 'promotion_code_expired');
  if (promotion.restrictions.first_time_transaction && hasPaid(world))
    throw invalid(
      'This promotion code cannot be redeemed because the associated customer has prior transactions.',
      'customer_not_eligible',
    );
  return promotion;
};

/** Redeems a code for a subscription: counts it, and returns the discount's id. */
export const redeem = (world: World, id: string, subscription: string): string => {
  const promotion = usablePromotion(world, id);
  const coupon = find(world, 'coupon', promotion.promotion.coupon);
  promotion.times_redeemed += 1;
  put(world, promotion);
  coupon.times_redeemed += 1;
  put(world, coupon);
  const months = coupon.duration === 'repeating' ? coupon.duration_in_months : null;
  const discount = {
    id: newId('di'),
    object: 'discount',
    checkout_session: null,
    customer: world.customer,
    customer_account: null,
    end: months === null ? null : addMonths(world.now, months),
    invoice: null,
    invoice_item: null,
    promotion_code: promotion.id,
    source: { coupon: coupon.id, type: 'coupon' },
    start: world.now,
    subscription,
    subscription_item: null,
  } satisfies Discount;
  return put(world, discount).id;
};

/** What a promotion would reduce, without redeeming it. */
export const reductionOf = (world: World, promotionId: string): Reduction =>
  reduction(world, promotionId, usablePromotion(world, promotionId).promotion.coupon);

/** The discounts of a subscription that are still in force. */
export const reductionsOf = (world: World, { discounts }: Pick<Subscription, 'discounts'>): Reduction[] =>
  discounts
    .flatMap((id) => lookUp(world, 'discount', id) ?? [])
    .filter(({ end }) => end === null || end > world.now)
    .map(({ id, source }) => reduction(world, id, source.coupon));

/** What remains after an invoice: discounts that apply once are used up, others end in time. */
export const dropUsed = (world: World, subscription: Subscription): void => {
  subscription.discounts = subscription.discounts.filter((id) => {
    const discount = lookUp(world, 'discount', id);
    const coupon = discount && find(world, 'coupon', discount.source.coupon);
    const isOver = coupon?.duration === 'once' || (discount?.end ?? Infinity) <= world.now;
    if (isOver) remove(world, id);
    return !isOver;
  });
};

/**
 * What discounts take off an amount for a product, by discount. `share` is the part of a period that the amount is for: a fixed discount is
 * for a whole one.
 */
export const discountAmounts = (
  reductions: readonly Reduction[],
  { amount, product, share }: { amount: number; product: string; share: { part: number; whole: number } },
): Stripe.InvoiceLineItem.DiscountAmount[] => {
  let left = Math.max(0, amount);
  return reductions
    .filter(({ products }) => products.length === 0 || products.includes(product))
    .map(({ discount, percent, amount: fixed }) => {
      const off = percent === null ? shareOf(fixed ?? 0, share.part, share.whole) : roundCents((left * percent) / 100);
      const taken = Math.min(left, off);
      left -= taken;
      return { amount: taken, discount };
    });
};

const reduction = (world: World, discount: string, couponId: string): Reduction => {
  const coupon = find(world, 'coupon', couponId);
  return {
    discount,
    percent: coupon.percent_off,
    amount: coupon.amount_off,
    products: coupon.applies_to?.products ?? [],
  };
};

const hasPaid = (world: World): boolean => all(world, 'invoice').some(({ amount_paid }) => amount_paid > 0);
