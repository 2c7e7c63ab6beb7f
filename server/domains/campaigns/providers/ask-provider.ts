import { randomUUID } from 'node:crypto';
import type { ProviderRefusal } from '#contract/api/ad-providers.ts';
import type { AdTicket } from '#contract/engine/engine-ads.ts';
import type { AccountKey, CampaignKey, StationKey } from '#contract/rules/keys.ts';
import { dayMs, minuteMs } from '#contract/rules/time.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { sendFetch } from './fetch-spot.ts';
import { findSpot, markSeen, wantSpot } from './provider-creatives.repo.ts';
import type { Counts } from './provider-counts.ts';
import { insertTicket } from './tickets.repo.ts';
import { askTag, type AskedFor, type TagDeps, type VastAnswer } from './vast/ask-tag.ts';
import { deviceHeaders, expandMacros, type AskedListener } from './vast/macros.ts';

export type AskDeps = TagDeps & Pick<Kernel, 'db' | 'jobs' | 'log'>;

/** For which campaign an ad server is asked, and for which listener, or for nobody in particular in a country. */
export type Question = {
  provider: { id: string; tag: string };
  campaign: CampaignKey;
  account: AccountKey;
} & (Named | { country: string });
type Named = { station: StationKey; session: string; listener: AskedListener };

export type Reply = { ticket: AdTicket } | { refused: ProviderRefusal } | { empty: true };

/** How long an answer can be used. */
export const ticketMs = 20 * minuteMs;
const poolTicketMs = 10 * minuteMs;
/** Files of an ad server that were refused are fetched again after this time. */
const refusedMs = dayMs;

/**
 * Asks an ad server for one listener, or for nobody in particular. A spot that is ready becomes a ticket; a new one is fetched for the next time, and
 * reported with VAST error 407. Never throws for what the ad server does.
 */
export const askProvider = async (deps: AskDeps, question: Question, counts: Counts): Promise<Reply> => {
  const { provider } = question;
  const asked = 'listener' in question ? { listener: question.listener } : { country: question.country };
  counts.add(provider.id, 'request');
  const answer = await askTag(deps, provider.tag, asked);
  if (answer.outcome === 'empty') {
    counts.add(provider.id, 'empty');
    return { empty: true };
  }
  const refused = answer.outcome === 'refused' ? answer : undefined;
  const reply = answer.outcome === 'spot' ? await ticketFor(deps, question, answer) : { refused: answer.reason };
  if ('ticket' in reply) counts.add(provider.id, 'ticket');
  else {
    counts.add(provider.id, `refused:${reply.refused}`);
    reportError(deps, answer, asked, refused?.code ?? codes[reply.refused] ?? 900);
  }
  return reply;
};

const codes: Partial<Record<ProviderRefusal, number>> = { unseen: 407, unplayable: 405 };

type SpotAnswer = Extract<VastAnswer, { outcome: 'spot' }>;

const ticketFor = async (
  deps: AskDeps,
  question: Question,
  { spot, tracking }: SpotAnswer,
): Promise<{ ticket: AdTicket } | { refused: ProviderRefusal }> => {
  const { db, clock } = deps;
  const { provider, campaign, account } = question;
  const now = clock.now();
  const id = { provider_id: provider.id, account_key: account, ad_id: spot.id };
  const known = await findSpot(db, id);
  if (!known || known.state === 'refused') {
    const again = new Date(now.getTime() - refusedMs);
    if (await wantSpot(db, id, { mediaUrl: spot.media.url, again, now })) await sendFetch(deps, id);
    else if (known) return { refused: 'unplayable' };
    return { refused: 'unseen' };
  }
  if (known.audio === 'failed') return { refused: 'unplayable' };
  await markSeen(db, id, now);
  if (known.audio !== 'ready' || known.creative_id === null) return { refused: 'unseen' };
  const about = { id: randomUUID(), campaign, provider: provider.id, spot: known.creative_id };
  if ('listener' in question) {
    const { session, station, listener } = question;
    const ticket = { ...about, session, until: now.getTime() + ticketMs };
    await insertTicket(db, { ...ticket, station, listener, tracking }, now);
    return { ticket };
  }
  const ticket = { ...about, session: '', country: question.country, until: now.getTime() + poolTicketMs };
  await insertTicket(db, { ...ticket, station: null, listener: null, tracking }, now);
  return { ticket };
};

/** Tells the ad server why its answer is not used; whether that arrives changes nothing. */
const reportError = (
  { outbound, clock }: AskDeps,
  { tracking }: VastAnswer,
  asked: AskedFor,
  errorCode: number,
): void => {
  for (const url of tracking.error) {
    const expanded = expandMacros(url, {
      now: clock.now(),
      agent: outbound.agent,
      random: Math.random,
      ...asked,
      errorCode,
    });
    const bounds = { maxBytes: 64 * 1024, timeoutMs: 5000, headers: deviceHeaders(asked.listener) };
    outbound.get(expanded, bounds).catch(() => undefined);
  }
};
