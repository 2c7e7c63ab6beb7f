import { lookUp, type World } from '../world.ts';
import { day, money } from '../words.ts';
import type { Charge } from './draw-up.ts';

/** A line of an invoice in words. */
export const describe = (world: World, { text, quantity, price, period }: Charge): string => {
  const name = lookUp(world, 'product', price.product)?.name ?? price.product;
  const many = quantity === 1 ? '' : `${String(quantity)} × `;
  if (text === 'unused') return `Unused time on ${many}${name} after ${day(period.start)}`;
  if (text === 'remaining') return `Remaining time on ${many}${name} after ${day(period.start)}`;
  if (text === 'trial') return `Trial period for ${name}`;
  const each = money(price.unit_amount ?? 0, price.currency);
  return `${String(quantity)} × ${name} (at ${each} / ${price.recurring?.interval ?? 'month'})`;
};
