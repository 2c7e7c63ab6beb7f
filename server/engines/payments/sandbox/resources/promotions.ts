import * as z from 'zod/mini';
import type Stripe from 'stripe';
import { newId } from '../ids.ts';
import type { PromotionCode } from '../objects.ts';
import { pageOf } from '../wire/page.ts';
import { invalid } from '../wire/refusal.ts';
import { bool, decimal, integer, listShape, route, type Route } from '../wire/route.ts';
import { all, find, put, type World } from '../world.ts';

/** Coupons and the codes by which they are redeemed. */
export const promotionRoutes: readonly Route[] = [
  route(
    'POST',
    'coupons',
    {
      name: z.optional(z.string().check(z.maxLength(40))),
      duration: z.enum(['once', 'repeating', 'forever']),
      duration_in_months: z.optional(integer),
      percent_off: z.optional(decimal),
      amount_off: z.optional(integer),
      currency: z.optional(z.string()),
      applies_to: z.optional(z.strictObject({ products: z.array(z.string()) })),
    },
    (world, given) => {
      if ((given.percent_off === undefined) === (given.amount_off === undefined))
        throw invalid('Must provide either percent_off or amount_off.');
      if ((given.duration === 'repeating') !== (given.duration_in_months !== undefined))
        throw invalid('duration_in_months must be given for repeating coupons, and only for them.');
      if (given.amount_off !== undefined && given.currency === undefined) throw invalid('Must provide a currency.');
      return put(world, blankCoupon(given, world.wall));
    },
  ),
  route(
    'POST',
    'promotion_codes',
    {
      code: z.string().check(z.regex(/^[A-Za-z0-9-]{1,500}$/)),
      promotion: z.strictObject({ type: z.literal('coupon'), coupon: z.string() }),
      restrictions: z.optional(z.strictObject({ first_time_transaction: bool })),
      max_redemptions: z.optional(integer),
      expires_at: z.optional(integer),
    },
    (world, given) => {
      find(world, 'coupon', given.promotion.coupon);
      const taken = all(world, 'promotion_code').some((one) => isActive(world, one) && isCode(one, given.code));
      if (taken) throw invalid('An active promotion code with this code already exists.', 'resource_already_exists');
      if (given.expires_at !== undefined && given.expires_at <= world.wall)
        throw invalid('expires_at must be in the future.');
      return put(world, blankPromotion(given, world.wall));
    },
  ),
  route(
    'GET',
    'promotion_codes',
    { ...listShape, code: z.optional(z.string()), active: z.optional(bool) },
    (world, given) =>
      pageOf(
        all(world, 'promotion_code')
          .map((one) => ({ ...one, active: isActive(world, one) }))
          .filter(
            (one) =>
              (given.code === undefined || isCode(one, given.code)) &&
              (given.active === undefined || one.active === given.active),
          ),
        given,
        '/v1/promotion_codes',
      ),
  ),
  route('GET', 'promotion_codes/:id', {}, (world, _given, [id = '']) =>
    shown(world, find(world, 'promotion_code', id)),
  ),
  route('POST', 'promotion_codes/:id', { active: bool }, (world, { active }, [id = '']) =>
    shown(world, put(world, { ...find(world, 'promotion_code', id), active })),
  ),
];

const isCode = (one: PromotionCode, code: string): boolean => one.code.toLowerCase() === code.toLowerCase();

/** A code stops being active when it expires or is used up. */
const isActive = (world: World, { active, expires_at, max_redemptions, times_redeemed }: PromotionCode): boolean =>
  active &&
  (expires_at === null || expires_at > world.wall) &&
  (max_redemptions === null || times_redeemed < max_redemptions);

const shown = (world: World, one: PromotionCode): PromotionCode => ({ ...one, active: isActive(world, one) });

/** The active code with this name that a customer entered; undefined for an unknown one. */
export const activePromotion = (world: World, code: string): PromotionCode | undefined =>
  all(world, 'promotion_code').find((one) => isCode(one, code) && isActive(world, one));

type CouponGiven = {
  name?: string | undefined;
  duration: 'once' | 'repeating' | 'forever';
  duration_in_months?: number | undefined;
  percent_off?: number | undefined;
  amount_off?: number | undefined;
  currency?: string | undefined;
  applies_to?: { products: string[] } | undefined;
};

const blankCoupon = (given: CouponGiven, now: number): Stripe.Coupon =>
  ({
    id: newId('co'),
    object: 'coupon',
    amount_off: given.amount_off ?? null,
    ...(given.applies_to && { applies_to: given.applies_to }),
    created: now,
    currency: given.currency ?? null,
    duration: given.duration,
    duration_in_months: given.duration_in_months ?? null,
    livemode: false,
    max_redemptions: null,
    metadata: {},
    name: given.name ?? null,
    percent_off: given.percent_off ?? null,
    redeem_by: null,
    times_redeemed: 0,
    valid: true,
  }) satisfies Stripe.Coupon;

type PromotionGiven = {
  code: string;
  promotion: { type: 'coupon'; coupon: string };
  restrictions?: { first_time_transaction: boolean } | undefined;
  max_redemptions?: number | undefined;
  expires_at?: number | undefined;
};

const blankPromotion = (given: PromotionGiven, now: number): PromotionCode =>
  ({
    id: newId('promo'),
    object: 'promotion_code',
    active: true,
    code: given.code,
    created: now,
    customer: null,
    customer_account: null,
    expires_at: given.expires_at ?? null,
    livemode: false,
    max_redemptions: given.max_redemptions ?? null,
    metadata: {},
    promotion: given.promotion,
    restrictions: {
      first_time_transaction: given.restrictions?.first_time_transaction ?? false,
      minimum_amount: null,
      minimum_amount_currency: null,
    },
    times_redeemed: 0,
  }) satisfies PromotionCode;
