import type Stripe from 'stripe';
import type { Db } from '#server/kernel/kernel.ts';
import { listOf } from '../blank/subscription.ts';
import { pendingEvent } from '../store.ts';
import type { Fields } from './decode-form.ts';
import { missing } from './refusal.ts';

const defaultLimit = 10;
const mostLimit = 100;

/** Events, newest first, a page at a time: `limit`, `starting_after` and `created[gte]` as at the provider. */
export const listEvents = async (db: Db, fields: Fields): Promise<Stripe.ApiList<unknown>> => {
  const limit = Math.min(Math.max(Number(fields.limit) || defaultLimit, 1), mostLimit);
  const after = typeof fields.starting_after === 'string' ? await seqOf(db, fields.starting_after) : undefined;
  const since = typeof fields.created === 'object' && 'gte' in fields.created ? Number(fields.created.gte) : 0;
  const rows = await db
    .selectFrom('sandbox_objects')
    .select('data')
    .where('object', 'in', ['event', pendingEvent])
    .where('created', '>=', new Date(since * 1000))
    .$if(after !== undefined, (query) => query.where('seq', '<', after ?? 0))
    .orderBy('seq', 'desc')
    .limit(limit + 1)
    .execute();
  return listOf(
    rows.slice(0, limit).map(({ data }) => data),
    '/v1/events',
    rows.length > limit,
  );
};

const seqOf = async (db: Db, id: string): Promise<number> => {
  const found = await db.selectFrom('sandbox_objects').select('seq').where('id', '=', id).executeTakeFirst();
  if (!found) throw missing('event', id);
  return Number(found.seq);
};
