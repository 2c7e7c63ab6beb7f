import type Stripe from 'stripe';
import type { NewPromotion, Promotion } from '../port.ts';
import { dateOf, dateOrNull, type Connection } from './parts.ts';

/** More codes than anyone maintains by hand. */
const mostPromotions = 1000;
const listedParts = ['data.promotion.coupon', 'data.promotion.coupon.applies_to'];
const parts = ['promotion.coupon', 'promotion.coupon.applies_to'];

/** A code that can be used now, in upper or lower case. */
export const findPromotion = async ({ stripe, clock }: Connection, code: string): Promise<Promotion | undefined> => {
  const { data } = await stripe.promotionCodes.list({ code, active: true, limit: 1, expand: listedParts });
  const found = data[0] && promotionOf(data[0]);
  if (!found?.active || (found.expires && found.expires <= clock.now())) return undefined;
  return found.max !== null && found.redeemed >= found.max ? undefined : found;
};

/** All codes, newest first. */
export const listPromotions = async ({ stripe }: Connection): Promise<Promotion[]> => {
  const all = await stripe.promotionCodes
    .list({ limit: 100, expand: listedParts })
    .autoPagingToArray({ limit: mostPromotions });
  return all.flatMap((one) => promotionOf(one) ?? []);
};

/** The discount becomes a coupon, the code one way to get it. */
export const createPromotion = async ({ stripe }: Connection, given: NewPromotion, key: string): Promise<Promotion> => {
  const coupon = await stripe.coupons.create(
    {
      name: given.code,
      duration: given.duration,
      ...(given.months !== null && { duration_in_months: given.months }),
      ...(given.percentOff !== null && { percent_off: given.percentOff }),
      ...(given.amountOff !== null && { amount_off: given.amountOff, currency: given.currency ?? 'usd' }),
      ...(given.products.length > 0 && { applies_to: { products: [...given.products] } }),
    },
    { idempotencyKey: `${key}:coupon` },
  );
  const created = await stripe.promotionCodes.create(
    {
      code: given.code,
      promotion: { type: 'coupon', coupon: coupon.id },
      restrictions: { first_time_transaction: given.firstTime },
      ...(given.max !== null && { max_redemptions: given.max }),
      ...(given.expires && { expires_at: Math.floor(given.expires.getTime() / 1000) }),
      expand: parts,
    },
    { idempotencyKey: key },
  );
  return required(created);
};

export const setPromotionActive = async ({ stripe }: Connection, id: string, active: boolean): Promise<Promotion> =>
  required(await stripe.promotionCodes.update(id, { active, expand: parts }));

const required = (of: Stripe.PromotionCode): Promotion => {
  const promotion = promotionOf(of);
  if (!promotion) throw new Error(`The promotion code ${of.id} has no coupon.`);
  return promotion;
};

/** Undefined for one whose coupon was deleted. */
const promotionOf = (of: Stripe.PromotionCode): Promotion | undefined => {
  const { coupon } = of.promotion;
  if (coupon === null || typeof coupon === 'string') return undefined;
  return {
    id: of.id,
    code: of.code,
    active: of.active,
    percentOff: coupon.percent_off,
    amountOff: coupon.amount_off,
    currency: coupon.currency,
    duration: coupon.duration as Promotion['duration'],
    months: coupon.duration_in_months,
    products: coupon.applies_to?.products ?? [],
    max: of.max_redemptions,
    redeemed: of.times_redeemed,
    expires: dateOrNull(of.expires_at),
    firstTime: of.restrictions.first_time_transaction,
    created: dateOf(of.created),
  };
};
