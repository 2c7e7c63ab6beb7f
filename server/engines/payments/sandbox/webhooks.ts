import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import Stripe from 'stripe';
import type { Kernel } from '#server/kernel/kernel.ts';
import { pendingEvent } from './store.ts';

export type WebhookDeps = Pick<Kernel, 'config' | 'db' | 'clock' | 'log' | 'secrets'> & {
  /** The port on which this process serves; undefined in one that doesn't, and in which the configured port is used. */
  port: () => number | undefined;
};

/** Where the portal takes the provider's events. */
const path = '/webhooks/stripe';
const eventsAtOnce = 100;
const timeoutMs = 20_000;
/** Events that nobody accepts are given up after three days, like the provider's. */
const keptMs = 3 * 86_400_000;

/** The secret that signs the sandbox's events: one per installation. */
export const webhookSecret = async ({ secrets }: Pick<Kernel, 'secrets'>): Promise<string> =>
  `whsec_${await secrets.get('payments.sandbox')}`;

/** Sends waiting events in order, signed as the provider's. What isn't accepted waits; returns how many were accepted. */
export const deliverEvents = async (deps: WebhookDeps): Promise<number> => {
  const secret = await webhookSecret(deps);
  let accepted = 0;
  let after = 0;
  for (;;) {
    const rows = await deps.db
      .selectFrom('sandbox_objects')
      .select(['id', 'seq', 'data', 'created'])
      .where('object', '=', pendingEvent)
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(eventsAtOnce)
      .execute();
    for (const { id, seq, data, created } of rows) {
      after = Number(seq);
      const isAccepted = await deliver(deps, secret, JSON.stringify(data));
      if (isAccepted) accepted += 1;
      const isOld = created.getTime() < deps.clock.now().getTime() - keptMs;
      if (isAccepted || isOld)
        await deps.db.updateTable('sandbox_objects').set({ object: 'event' }).where('id', '=', id).execute();
    }
    if (rows.length < eventsAtOnce) return accepted;
  }
};

/** Whether events wait to be sent, or to be sent again. */
export const hasPendingEvents = async ({ db }: Pick<WebhookDeps, 'db'>): Promise<boolean> => {
  const found = await db
    .selectFrom('sandbox_objects')
    .select('id')
    .where('object', '=', pendingEvent)
    .limit(1)
    .execute();
  return found.length > 0;
};

const deliver = async (deps: WebhookDeps, secret: string, payload: string): Promise<boolean> => {
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret });
  try {
    const status = await post(deps, payload, signature);
    if (status < 300) return true;
    deps.log.warn({ status }, 'an event of the sandbox was not accepted');
  } catch (error) {
    deps.log.warn({ err: error }, 'an event of the sandbox could not be delivered');
  }
  return false;
};

/** Posts over this machine's loopback, whose certificate is for another name; the signature protects the event. */
const post = async ({ config, port }: WebhookDeps, body: string, signature: string): Promise<number> => {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const send = config.tls ? requestHttps : requestHttp;
  const call = send(
    {
      host: '127.0.0.1',
      port: port() ?? config.port,
      path,
      method: 'POST',
      rejectUnauthorized: false,
      timeout: timeoutMs,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'stripe-signature': signature,
      },
    },
    (reply) => {
      reply.resume();
      reply.once('end', () => resolve(reply.statusCode ?? 0));
      reply.once('error', reject);
    },
  );
  call.once('timeout', () => call.destroy(new Error('The webhook did not answer in time.')));
  call.once('error', reject);
  call.end(body);
  return await promise;
};
