import { sql } from 'kysely';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { fairQueue } from '#server/kernel/threads/fair-queue.ts';
import { nextDue, settleUntil } from './billing/due.ts';
import { newId } from './ids.ts';
import type { Stored } from './objects.ts';
import { clockIdOf } from './resources/test-clocks.ts';
import { apiVersion } from './version.ts';
import { present } from './wire/present.ts';
import { all, createWorld, lookUp, type World } from './world.ts';

export type StoreDeps = Pick<Kernel, 'config' | 'db' | 'clock' | 'events'> & {
  sellerCountry: () => Promise<string | null>;
};

/** The topic of the outbox that says that events wait for their delivery. */
export const eventsWaiting = 'sandbox.eventsWaiting';
export const pagesPath = '/sandbox';

type Scope = {
  /** Null for the catalog. */
  customer: string | null;
  /** Whether the work may change the catalog, such as the number of a code's uses. */
  catalog: boolean;
  /** Moves the customer's clock forward first, s. */
  aheadBy?: number;
};

/**
 * Runs work on everything of one customer in one transaction, under a lock that all portals share: first what is due happens, then the work,
 * then what has changed is written, with the events. Nothing is written if the work throws.
 */
export const withWorld = async <T>(
  deps: StoreDeps,
  scope: Scope,
  work: (world: World, tx: Tx) => T | Promise<T>,
): Promise<T> => {
  const seller = await deps.sellerCountry();
  return await queue.run(scope.customer ?? 'catalog', () =>
    deps.db.transaction().execute(async (tx) => {
      if (scope.customer !== null) await lock(tx, scope.customer);
      if (scope.catalog) await lock(tx, 'catalog');
      const world = await load(tx, deps, { ...scope, seller });
      settleUntil(world, world.wall + world.ahead);
      const result = await work(world, tx);
      await save(tx, deps, world);
      return result;
    }),
  );
};

/** Work that waits for its turn holds no connection: many requests of one customer must not use up those of the portal. */
const queue = fairQueue(6);

/** Waits for other work on the same thing until the transaction ends. */
export const lock = async (tx: Tx, what: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sandbox ${what}`}, 0))`.execute(tx);
};

const load = async (tx: Tx, deps: StoreDeps, at: Scope & { seller: string | null }): Promise<World> => {
  const wall = Math.floor(deps.clock.now().getTime() / 1000);
  const rows = await tx
    .selectFrom('sandbox_objects')
    .select(['data'])
    .where((where) => where.or([where('customer', 'is', null), where('customer', '=', at.customer ?? '')]))
    .where('object', 'not in', ['event', pendingEvent])
    .orderBy('seq')
    .execute();
  const clock =
    at.customer === null
      ? undefined
      : await tx.selectFrom('sandbox_clocks').select('ahead_s').where('customer', '=', at.customer).executeTakeFirst();
  const before = Number(clock?.ahead_s ?? 0);
  const ahead = before + (at.aheadBy ?? 0);
  const world = createWorld(
    {
      now: wall + before,
      wall,
      ahead,
      customer: at.customer,
      pagesUrl: deps.config.publicUrl.replace(/\/$/, '') + pagesPath,
      seller: at.seller,
    },
    rows.map(({ data }) => data as Stored),
  );
  refresh(world);
  return world;
};

/** Items show their price as it is today: its lookup key may have moved to a successor. */
const refresh = (world: World): void => {
  for (const subscription of all(world, 'subscription')) {
    subscription.test_clock = clockIdOf(world);
    for (const item of subscription.items.data) item.price = lookUp(world, 'price', item.price.id) ?? item.price;
  }
};

/** An event that was not delivered yet. */
export const pendingEvent = 'event_pending';
const rowsAtOnce = 200;

const save = async (tx: Tx, deps: StoreDeps, world: World): Promise<void> => {
  const objects = [...world.changed].map((id) => {
    const object = world.objects.get(id)!;
    return { id, object: object.object as string, customer: ownerOf(object), data: JSON.stringify(object) };
  });
  const events = world.events.map((one) => eventRow(world, one));
  const created = new Date(world.wall * 1000);
  const rows = [...objects, ...events].map((row) => ({ ...row, created }));
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await tx
      .insertInto('sandbox_objects')
      .values(rows.slice(at, at + rowsAtOnce))
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ data: (row) => row.ref('excluded.data') }))
      .execute();
  if (world.removed.size > 0)
    await tx
      .deleteFrom('sandbox_objects')
      .where('id', 'in', [...world.removed])
      .execute();
  if (events.length > 0) await deps.events.emit(tx, eventsWaiting, {});
  if (world.customer !== null && lookUp(world, 'customer', world.customer)) await saveClock(tx, world);
};

const saveClock = async (tx: Tx, world: World): Promise<void> => {
  const due = nextDue(world);
  const next_due = due ? new Date((due.at - world.ahead) * 1000) : null;
  await tx
    .insertInto('sandbox_clocks')
    .values({ customer: world.customer!, ahead_s: world.ahead, next_due })
    .onConflict((conflict) => conflict.column('customer').doUpdateSet({ ahead_s: world.ahead, next_due }))
    .execute();
};

/** Events are dated by the real time, so that a reader of new ones misses none of a customer whose clock is ahead. */
const eventRow = (world: World, { type, object }: World['events'][number]) => {
  const id = newId('evt');
  const data = {
    id,
    object: 'event',
    api_version: apiVersion,
    created: world.wall,
    data: { object: present(world, object) },
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type,
  };
  return { id, object: pendingEvent, customer: ownerOf(object as Stored), data: JSON.stringify(data) };
};

/** The customer whose object it is; null in the catalog. */
const ownerOf = (object: Stored): string | null => {
  if (object.object === 'customer') return object.id;
  if (object.object === 'promotion_code') return null;
  const { customer } = object as { customer?: unknown };
  return typeof customer === 'string' ? customer : null;
};
