import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Upload } from 'tus-js-client';
import { accounts } from '#contract/api/accounts.ts';
import { billing } from '#contract/api/billing.ts';
import { library } from '#contract/api/library.ts';
import { portal } from '#contract/api/portal.ts';
import { requestUrl } from '#contract/api/request.ts';
import { stations } from '#contract/api/stations.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { Product } from '../../e2e/product.ts';
import { signInByPassword, type PortalClient } from '../demo/portal-client.ts';
import { followInbox } from './inbox-follower.ts';
import { killPart, randomBy, until } from './kill-part.ts';
import { startBalancer, startSecondPortal, type SecondPortal } from './second-portal.ts';

type Options = { kills: number; seed: number; balancer: number; settings: Record<string, string> };

const killEveryMs = 10_000;
const writers = 8;
/** An upload is as long as several parts of it take, so that kills meet it. */
const uploadBytes = 24 * 1024 ** 2;
const partBytes = 1024 ** 2;
const inboxMs = 500;
const [limit, asked] = [30, 45];

/**
 * Kills one of two portals behind HAProxy every ten seconds, by turns, under writes, resumable uploads and open event streams. No
 * acknowledged write may be lost, no upload fail, both portals tell an inbox within half a second, and a limit counts the calls of both.
 */
export const chaosPortals = async (
  product: Product,
  { kills, seed, balancer, settings }: Options,
): Promise<string[]> => {
  const second = await startSecondPortal(product, settings);
  const url = `http://localhost:${balancer}`;
  const ports = [Number(new URL(product.url).port), second.port];
  const proxy = startBalancer(balancer, ports);
  try {
    await until(() => areReady(ports), 'both portals answer');
    await until(async () => (await fetch(`${url}/readyz`)).ok, 'HAProxy answers');
    const call = await signInByPassword(url, product.admin.email, product.admin.password);
    const account = (await call(accounts.create, { body: { company: 'Two Portals', email: product.admin.email } })).key;
    await call(billing.assign, { params: { key: account }, body: { plan: 'premier' } });
    const make = async (name: string): Promise<StationKey> =>
      (await call(stations.create, { params: { id: account }, body: { name } })).key;
    const load = startLoad(url, call, {
      writing: await Promise.all(Array.from({ length: writers }, (_, n) => make(`Writer ${n + 1}`))),
      uploading: await make('Uploads'),
    });
    const inboxes = ports.map((port) => followInbox(`http://localhost:${port}`, call));
    const late: string[] = [];
    const draw = randomBy(seed);
    const taken = countTaken(url);
    for (let count = 1; count <= kills; count++) {
      await pause(killEveryMs * (0.5 + draw()));
      late.push(...(await lateInboxes(call, inboxes)));
      const which = count % 2;
      const from = performance.now();
      await killOne(product, second, which);
      await until(() => areReady(ports), 'both portals answer');
      const back = ((performance.now() - from) / 1000).toFixed(1);
      const { written, uploaded, refused } = load.counts();
      console.log(
        `${String(count).padStart(4)} portal ${which + 1} back after ${back} s; ${written} writes, ${uploaded} uploads, ${refused} answers that failed`,
      );
    }
    for (const inbox of inboxes) inbox.end();
    return [...late, ...limitFailures(await taken), ...(await load.finish())];
  } finally {
    proxy.stop();
    await second.stop();
  }
};

const killOne = async (product: Product, second: SecondPortal, which: number): Promise<void> => {
  if (which === 0) return void (await killPart(product, 'portal'));
  second.kill();
};

const areReady = async (ports: readonly number[]): Promise<boolean> =>
  (await Promise.all(ports.map(async (port) => (await fetch(`http://localhost:${port}/readyz`)).ok))).every(Boolean);

type Inbox = ReturnType<typeof followInbox>;

/** Publishes a notification, and says which portal's followers heard of it too late. */
const lateInboxes = async (call: PortalClient, inboxes: readonly Inbox[]): Promise<string[]> => {
  await until(() => Promise.resolve(inboxes.every((one) => one.isOpen())), 'both inboxes are open');
  const heard = inboxes.map((one) => one.next());
  const from = performance.now();
  await persist(() => call(portal.addNotification, { body: { title: 'A kill follows', text: 'Of one portal.' } }));
  const times = await Promise.all(heard.map(async (one) => (await one) - from));
  return times.flatMap((ms, at) => {
    const isLate = ms > inboxMs;
    return isLate ? [`FAIL: an inbox at portal ${at + 1} heard after ${ms.toFixed(0)} ms`] : [];
  });
};

/** How many calls of both portals are taken of a limit that is `limit`, over several kills. */
const countTaken = async (url: string): Promise<number> => {
  let taken = 0;
  for (let n = 0; n < asked; n++) {
    const path = requestUrl(portal.referralClick, { params: { code: 'two-portals' } });
    const reply = await fetch(url + path, { method: 'POST' }).catch(() => undefined);
    if (reply && reply.status < 300) taken += 1;
    await pause(killEveryMs / 20);
  }
  return taken;
};

/** A call whose answer was lost with its portal may have been counted: fewer may be taken, never more. */
const limitFailures = (taken: number): string[] => {
  console.log(`${taken} of ${asked} calls taken; the limit is ${limit}.`);
  return taken > limit || taken < limit - 3 ? [`FAIL: ${taken} calls taken of a limit of ${limit}`] : [];
};

/** Repeats a call until it is acknowledged; `refused` is called for each time that it was not. */
const persist = async <T>(attempt: () => Promise<T>, refused: () => void = () => {}): Promise<T> => {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      // An answer of the portal itself would not change.
      if (/answered 4\d\d/.test(String(error))) throw error;
      refused();
      await pause(100);
    }
  }
};

type Of = { writing: readonly StationKey[]; uploading: StationKey };

/** Writers that change one station each, one change after another, and one upload after another. */
const startLoad = (url: string, call: PortalClient, { writing, uploading }: Of) => {
  let isOver = false;
  const counts = { written: 0, uploaded: 0, refused: 0 };
  const failures: string[] = [];
  const refused = (): void => void counts.refused++;
  const write = async (key: StationKey): Promise<void> => {
    for (let n = 1; !isOver; n++) {
      const description = `Change ${n}`;
      await persist(() => call(stations.update, { params: { key }, body: { description } }), refused);
      const stored = await persist(() => call(stations.get, { params: { key } }), refused);
      if (stored.description !== description) failures.push(`FAIL: ${description} of ${key} was lost`);
      counts.written += 1;
    }
  };
  const upload = async (): Promise<void> => {
    while (!isOver) {
      const { token } = await persist(() => call(library.token, { params: { id: uploading } }), refused);
      await sendNoise(url, token)
        .then(() => void counts.uploaded++)
        .catch((error: unknown) => failures.push(`FAIL: an upload: ${String(error)}`));
    }
  };
  const all = Promise.all([...writing.map(write), upload()]);
  return {
    counts: () => counts,
    async finish(): Promise<string[]> {
      isOver = true;
      await all;
      console.log(
        `${counts.written} writes and ${counts.uploaded} uploads; ${counts.refused} answers that failed and were asked again.`,
      );
      return failures;
    },
  };
};

/** As a browser does, but in parts, so that kills meet many of them; continued where a connection broke. */
const sendNoise = async (url: string, token: string): Promise<void> => {
  const head = Buffer.from('RIFF\0\0\0\0WAVEfmt ', 'latin1');
  const file = Buffer.concat([head, randomBytes(uploadBytes - head.length)]);
  await new Promise<void>((resolve, reject) => {
    new Upload(file, {
      endpoint: `${url}/tus/`,
      chunkSize: partBytes,
      retryDelays: [0, 1000, 3000, 5000, 10_000],
      metadata: { filename: 'noise.wav' },
      headers: { authorization: `Bearer ${token}` },
      onSuccess: () => resolve(),
      onError: reject,
    }).start();
  });
};
