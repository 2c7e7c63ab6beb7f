import { createHash } from 'node:crypto';
import { newId } from '../ids.ts';
import { customerOfClock } from '../resources/test-clocks.ts';
import { lock, withWorld, type StoreDeps } from '../store.ts';
import { apiVersion } from '../version.ts';
import type { World } from '../world.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { Logger } from 'pino';
import { decodeForm, type Fields } from './decode-form.ts';
import { listEvents } from './events.ts';
import { present } from './present.ts';
import { Refusal, missing } from './refusal.ts';
import { matchRoute } from './routes.ts';

type Call = { method: string; path: string; query: string; body: string; key: string | undefined };
type Reply = { status: number; body: unknown; isReplayed?: boolean };

/** What the SDK uses as its network: the sandbox answers in this process, in the provider's protocol. */
export const sandboxFetch =
  (deps: StoreDeps & { log: Logger }): typeof globalThis.fetch =>
  async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const { status, body, isReplayed } = await answer(deps, {
      method: init?.method ?? 'GET',
      path: url.pathname.replace(/^\/v1\//, ''),
      query: url.search.slice(1),
      body: typeof init?.body === 'string' ? init.body : '',
      key: new Headers(init?.headers).get('idempotency-key') ?? undefined,
    });
    const headers = {
      'content-type': 'application/json',
      'request-id': newId('req'),
      'stripe-version': apiVersion,
      ...(isReplayed && { 'idempotent-replayed': 'true' }),
    };
    return new Response(JSON.stringify(body), { status, headers });
  };

const answer = async (deps: StoreDeps & { log: Logger }, request: Call): Promise<Reply> => {
  try {
    return await handle(deps, request);
  } catch (error) {
    if (error instanceof Refusal) return error;
    deps.log.error({ err: error, path: request.path }, 'the sandbox of payments failed');
    return { status: 500, body: { error: { type: 'api_error', message: 'The sandbox failed.' } } };
  }
};

const handle = async (deps: StoreDeps, request: Call): Promise<Reply> => {
  const { method, path, query, body, key } = request;
  const fields = { ...decodeForm(query), ...decodeForm(body) };
  if (method === 'GET' && path === 'events') return { status: 200, body: await listEvents(deps.db, fields) };
  const found = matchRoute(method, path.split('/'));
  if (!found)
    throw new Refusal(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: /v1/${path}).`,
    });
  const customer = await customerOfRequest(deps.db, fields, found.ids);
  const expand = Array.isArray(fields.expand) ? fields.expand.filter((one) => typeof one === 'string') : [];
  const run = (world: World): Reply => {
    try {
      return { status: 200, body: present(world, found.route.run(world, fields, found.ids), expand) };
    } catch (error) {
      // What a declined payment has changed is kept.
      if (error instanceof Refusal && error.status === 402) return { status: error.status, body: error.body };
      throw error;
    }
  };
  const catalog = customer === null || body.includes('promo_');
  return await withWorld(deps, { customer, catalog }, async (world, tx) =>
    method === 'POST' && key !== undefined
      ? await once(tx, { ...request, key, at: world.wall }, () => run(world))
      : run(world),
  );
};

/** A repeated key gets the first reply, or an error if the request differs. */
const once = async (tx: Tx, request: Call & { key: string; at: number }, run: () => Reply): Promise<Reply> => {
  const { key, method, path, body, at } = request;
  await lock(tx, `key ${key}`);
  const hash = createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex');
  const before = await tx
    .selectFrom('sandbox_requests')
    .select(['hash', 'status', 'body'])
    .where('key', '=', key)
    .executeTakeFirst();
  if (before && before.hash !== hash)
    throw new Refusal(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}'.`,
    });
  if (before) return { status: before.status, body: before.body, isReplayed: true };
  const reply = run();
  await tx
    .insertInto('sandbox_requests')
    .values({ key, hash, status: reply.status, body: JSON.stringify(reply.body), created: new Date(at * 1000) })
    .execute();
  return reply;
};

/** Whose objects a request is about; null: the catalog's. */
const customerOfRequest = async (db: Db, fields: Fields, ids: readonly string[]): Promise<string | null> => {
  if (typeof fields.customer === 'string') return fields.customer;
  const [id] = ids;
  if (id === undefined) return null;
  const ofClock = customerOfClock(id);
  if (ofClock !== undefined) return ofClock;
  const found = await db.selectFrom('sandbox_objects').select('customer').where('id', '=', id).executeTakeFirst();
  if (!found) throw missing('object', id);
  return found.customer;
};
