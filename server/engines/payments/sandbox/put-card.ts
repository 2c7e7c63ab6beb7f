import { blankPaymentMethod } from './blank/payment-method.ts';
import { testCard } from './cards.ts';
import type { PaymentMethod } from './objects.ts';
import { emit, find, put, type World } from './world.ts';

export type EnteredCard = { number: string; month: number; year: number; name: string | null };

/** A card of the sandbox by its number; undefined for a number that isn't a test card's. */
export const cardOf = (world: World, { number, month, year, name }: EnteredCard): PaymentMethod | undefined => {
  const known = testCard(number);
  if (!known) return undefined;
  const { customer, now } = world;
  return blankPaymentMethod({ ...known, month, year, name }, { customer, now });
};

/** Puts a card on file and makes it the one that pays. */
export const putCard = (world: World, card: PaymentMethod): PaymentMethod => {
  put(world, { ...card, customer: world.customer });
  const customer = find(world, 'customer', world.customer ?? '');
  customer.invoice_settings.default_payment_method = card.id;
  emit(world, 'payment_method.attached', card);
  emit(world, 'customer.updated', customer);
  for (const subscription of [...world.objects.values()])
    if (subscription.object === 'subscription' && subscription.default_payment_method !== null)
      put(world, { ...subscription, default_payment_method: null });
  return card;
};
