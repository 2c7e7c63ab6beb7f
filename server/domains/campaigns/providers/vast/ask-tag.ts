import type { ProviderRefusal } from '#contract/api/ad-providers.ts';
import { failureOf, guardReasonOf, type GuardReason } from '#server/kernel/outbound/fetch-failure.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { deviceHeaders, expandMacros, type AskedListener } from './macros.ts';
import {
  mostUrls,
  noUrls,
  readVast,
  VastProblem,
  type TrackingUrls,
  type VastDocument,
  type VastSpot,
} from './read-vast.ts';

export type VastAnswer = { wrappers: number; tracking: TrackingUrls } & (
  | { outcome: 'spot'; spot: VastSpot }
  | { outcome: 'empty' }
  /** `code` is VAST's, for the error URLs. */
  | { outcome: 'refused'; reason: ProviderRefusal; code: number }
);

const mostWrappers = 3;
const mostBytes = 128 * 1024;
const longestSpotS = 30.5;
const defaultPatienceMs = 1000;

export type TagDeps = Pick<Kernel, 'outbound' | 'clock'> & {
  /** How long a tag may take with all its wrappers, ms. */
  patienceMs?: number;
};

/** Whom a tag is asked for: a listener, nobody in particular in a country, or nobody at all on trial. */
export type AskedFor = { listener?: AskedListener; country?: string };

/**
 * Asks a VAST tag: at most a second (`patienceMs`) and three wrappers in all, by the guarded client.
 * What can't be used is an answer with its reason, never an error.
 */
export const askTag = async (deps: TagDeps, tag: string, asked: AskedFor): Promise<VastAnswer> => {
  const ended = performance.now() + (deps.patienceMs ?? defaultPatienceMs);
  const tracking = noUrls();
  const visited = new Set<string>();
  let wrappers = 0;
  const refused = (reason: ProviderRefusal, code: number): VastAnswer => ({
    ...{ outcome: 'refused', reason, code },
    ...{ wrappers, tracking },
  });
  for (let url = tag; ;) {
    if (visited.has(url)) return refused('loop', 302);
    visited.add(url);
    let document: VastDocument;
    try {
      document = await readOne(deps, url, asked, ended - performance.now());
    } catch (error) {
      if (!(error instanceof VastProblem)) throw error;
      tracking.error = [...tracking.error, ...error.errors].slice(0, mostUrls);
      return refused(error.reason, wrappers > 0 && error.reason === 'slow' ? 301 : error.code);
    }
    for (const event of Object.keys(tracking) as (keyof TrackingUrls)[])
      tracking[event] = [...tracking[event], ...document.tracking[event]].slice(0, mostUrls);
    if (document.kind === 'empty') return { outcome: 'empty', wrappers, tracking };
    if (document.kind === 'spot') {
      const { spot } = document;
      if ((spot.seconds ?? 0) > longestSpotS) return refused('length', 202);
      return { outcome: 'spot', spot, wrappers, tracking };
    }
    if (wrappers >= mostWrappers) return refused('wrappers', 302);
    wrappers += 1;
    url = document.url;
  }
};

/** One document. */
const readOne = async (
  { outbound, clock }: TagDeps,
  url: string,
  { listener, country }: AskedFor,
  leftMs: number,
): Promise<VastDocument> => {
  if (leftMs <= 0) throw new VastProblem('slow', 301);
  const asked = outbound.get(
    expandMacros(url, { now: clock.now(), agent: outbound.agent, random: Math.random, listener, country }),
    {
      ...{ maxBytes: mostBytes, timeoutMs: Math.ceil(leftMs), accept: 'application/xml, text/xml' },
      headers: deviceHeaders(listener),
    },
  );
  const reply = await within(asked, leftMs).catch((error: unknown) => {
    throw new VastProblem(refusalOf(error), 900);
  });
  if (reply.status === 204) return { kind: 'empty', tracking: noUrls() };
  if (reply.status !== 200) throw new VastProblem('status', 900);
  if (reply.body.length === 0) return { kind: 'empty', tracking: noUrls() };
  return readVast(reply.body.toString('utf8'));
};

/** Also bounds the look-up of the host name, which can't be aborted. */
const within = async <T>(promise: Promise<T>, ms: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  promise.catch(() => undefined);
  try {
    return await Promise.race([
      promise,
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new VastProblem('slow', 301)), ms);
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
};

/** The reason for what the guarded client refused. */
export const refusalOf = (error: unknown): ProviderRefusal => {
  if (error instanceof VastProblem) return error.reason;
  const [failure, guard] = [failureOf(error), guardReasonOf(error)];
  if (failure) return failure === 'timeout' ? 'slow' : 'unreachable';
  if (guard) return guardRefusals[guard];
  throw error;
};

const guardRefusals: Record<GuardReason, ProviderRefusal> = {
  ...{ url: 'address', port: 'address', address: 'address' },
  ...{ host: 'unreachable', redirects: 'redirects', size: 'large' },
};
