import { setTimeout as pause } from 'node:timers/promises';
import type { AdTicket } from '#contract/engine/engine-ads.ts';
import type { AccountKey, CampaignKey } from '#contract/rules/keys.ts';
import { minuteMs } from '#contract/rules/time.ts';
import { followArrivals } from '#server/domains/analytics/live/arrivals.service.ts';
import type { AgentEngine } from '#server/engines/agents/port.ts';
import type { GeoEngine } from '#server/engines/geo/port.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import type { AdEngine } from '../plan/ad-engine.ts';
import { askProvider, type AskDeps, type Reply } from './ask-provider.ts';
import { createListenersToAsk, type Asking, type AskedProvider, type Wanted } from './listeners-to-ask.ts';
import { createPoolNeeds, type PoolWanted } from './pool-needs.ts';
import { createCounts } from './provider-counts.ts';
import { addCounts } from './providers.repo.ts';
import { openTickets, usedSince } from './tickets.repo.ts';

export type AskerDeps = AskDeps &
  Pick<Kernel, 'fleet'> & { geo: GeoEngine; agents: AgentEngine; engine: Pick<AdEngine, 'putTickets'> };

/** Ad servers asked at the same time. */
const atOnce = 16;
/** After so many failures in a row an ad server is left alone for a while. */
const mostFailures = 5;
const restMs = minuteMs;
const roundMs = 1000;
/** An answer is seen as used only when that is committed, which may be as much later. */
const commitMs = minuteMs;
const againMs: Record<'empty' | 'unseen' | 'refused', number> = {
  ...{ empty: 2 * minuteMs, unseen: minuteMs / 6, refused: 5 * minuteMs },
};
const troubles = new Set(['slow', 'unreachable', 'status']);

/**
 * Asks ad servers for the listeners who are here, or for nobody in particular, ahead of their breaks, and hands the engine what they answered. Nothing
 * waits for it: without an answer another spot plays, or the programme.
 */
export const createAsker = (deps: AskerDeps) => {
  const { db, clock, engine, log } = deps;
  const now = (): number => clock.now().getTime();
  const listeners = createListenersToAsk({ ...deps, now });
  const pool = createPoolNeeds({ ...deps, reached: listeners.reached });
  const counts = createCounts();
  const troubled = new Map<string, { failures: number; until: number }>();
  const begun = now();
  let lookedAt = begun;
  let seen = new Set<string>();
  let isPrepared = false;

  /** What the process before this one had asked for. */
  const prepare = async (): Promise<void> => {
    if (isPrepared) return;
    for (const { session, campaign_key, until } of await openTickets(db, clock.now()))
      listeners.later(session, campaign_key, until.getTime());
    isPrepared = true;
  };
  /** Whose answers were heard is asked for again. */
  const lookForUsed = async (): Promise<void> => {
    const at = now();
    const used = await usedSince(db, new Date(Math.max(begun, lookedAt - commitMs)));
    for (const { id, session, campaign_key } of used)
      if (!seen.has(id) && listeners.isHere(session)) listeners.later(session, campaign_key, 0);
    seen = new Set(used.map(({ id }) => id));
    lookedAt = at;
  };
  const noteTrouble = (provider: string, reply: Reply): void => {
    const failures =
      'refused' in reply && troubles.has(reply.refused) ? (troubled.get(provider)?.failures ?? 0) + 1 : 0;
    if (failures === 0) troubled.delete(provider);
    else troubled.set(provider, { failures, until: failures >= mostFailures ? now() + restMs : 0 });
  };
  const isResting = ({ id }: AskedProvider): boolean => (troubled.get(id)?.until ?? 0) > now();

  /** What goes wrong for one listener does not concern the others. */
  const failed = (error: unknown): Reply => {
    log.warn({ err: error }, 'could not store the answer of an ad server');
    return { refused: 'unplayable' };
  };
  /** One ad server after the other, until one has something. */
  const ask = async ({ listener, campaign, providers }: Wanted): Promise<AdTicket | undefined> => {
    const { session, station, ip, user_agent, referer = '' } = listener;
    let again = againMs.empty;
    for (const provider of providers.filter((one) => !isResting(one))) {
      const question = {
        ...{ provider, session, station, listener: { ip, user_agent, referer } },
        ...{ campaign: campaign.key as CampaignKey, account: campaign.account as AccountKey },
      };
      const reply = await askProvider(deps, question, counts).catch(failed);
      noteTrouble(provider.id, reply);
      if ('ticket' in reply) {
        listeners.later(session, campaign.key, reply.ticket.until);
        return reply.ticket;
      }
      if ('refused' in reply) again = againMs[reply.refused === 'unseen' ? 'unseen' : 'refused'];
    }
    listeners.later(session, campaign.key, now() + again);
    return undefined;
  };

  /** For nobody in particular. */
  const askForPool = async (wanted: PoolWanted): Promise<AdTicket | undefined> => {
    const { provider, campaign, country } = wanted;
    const about = { campaign: campaign.key as CampaignKey, account: campaign.account as AccountKey };
    const reply = await askProvider(deps, { provider, country, ...about }, counts).catch(failed);
    noteTrouble(provider.id, reply);
    if ('ticket' in reply) return reply.ticket;
    const again = 'empty' in reply ? againMs.empty : againMs[reply.refused === 'unseen' ? 'unseen' : 'refused'];
    pool.later(wanted, now() + again);
    return undefined;
  };

  return {
    ...{ use: listeners.use, connected: listeners.connected, opened: listeners.opened, closed: listeners.closed },
    /** Asks for the listeners who are due, some at once; returns how many answers the engine got. */
    round: async (): Promise<number> => {
      await prepare();
      await lookForUsed();
      const wanted = await listeners.due(atOnce);
      const missing = (await pool.due(atOnce - wanted.length)).filter(({ provider }) => !isResting(provider));
      const asked = await Promise.all([...wanted.map(ask), ...missing.map(askForPool)]);
      const tickets = asked.filter((ticket) => ticket !== undefined);
      if (tickets.length > 0)
        await engine
          .putTickets(tickets)
          .catch((error: unknown) =>
            log.warn({ error: String(error) }, 'the engine did not get the answers of ad servers'),
          );
      await addCounts(db, clock.now(), counts.take());
      return wanted.length + missing.length;
    },
  };
};
export type Asker = ReturnType<typeof createAsker>;

/** Follows listeners and asks for them until the signal; `asking` is looked at in each round. */
export const askUntil = async (
  deps: AskerDeps,
  asking: () => Asking | undefined,
  signal: AbortSignal,
): Promise<void> => {
  const asker = createAsker(deps);
  const following = followArrivals(deps.fleet, asker, signal);
  let used: Asking | undefined;
  let failures = 0;
  while (!signal.aborted) {
    const current = asking();
    if (current && current !== used) asker.use(current);
    used = current;
    const asked = await asker.round().then(
      (count) => {
        failures = 0;
        return count;
      },
      (error: unknown) => {
        if (failures++ === 0) deps.log.warn({ err: error }, 'could not ask ad servers; retrying');
        return 0;
      },
    );
    if (asked < atOnce) await pause(roundMs, undefined, { signal }).catch(() => undefined);
  }
  await following;
};
