import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SpotEvent } from '#contract/engine/engine.ts';
import type { ChosenSpot } from '#shared/ads/choose.ts';
import type { AppAds, AppListener } from './app-ads.ts';

/** What an app reports of a spot, with the quarter that each event stands for. */
export const appEvents = { impression: 0, firstQuartile: 1, midpoint: 2, thirdQuartile: 3, complete: 4 } as const;
export type AppEvent = keyof typeof appEvents;

export type Reported = 'counted' | 'unknown' | 'repeated' | 'early';

export type AppTickets = {
  /** Remembers a spot that was given to an app; returns its ID. */
  add(listener: AppListener, spot: ChosenSpot, position: 'pre' | 'mid'): string;
  /** The signed part of the address that an app calls for an event. */
  addressOf(id: string, event: AppEvent): string;
  /** Whether the address is of a spot that was given here. */
  has(address: string): boolean;
  /** Counts an event, once. */
  report(address: string, event: AppEvent): Reported;
  /** Gives back what was not heard in time. */
  sweep(): void;
};

type Ticket = {
  listener: AppListener;
  spot: ChosenSpot;
  position: 'pre' | 'mid';
  /** ms since the epoch. */
  until: number;
  startedAt?: number;
  /** The last quarter that was counted. */
  last: number;
};

export const ticketMs = 3_600_000;
const mostTickets = 100_000;
/** Clocks and networks: a quarter may be reported by so much too early, ms. */
const slackMs = 2000;

/**
 * The spots that apps of this process' callers play by themselves, in memory only: after a restart nothing of them is
 * counted, and nothing twice. An impression counts until its lease ends, at most an hour.
 */
export const createAppTickets = (ads: AppAds, now: () => number = Date.now): AppTickets => {
  const key = randomBytes(32);
  const tickets = new Map<string, Ticket>();
  const signatureOf = (id: string, event: AppEvent): string =>
    createHmac('sha256', key).update(`${id} ${event}`).digest('base64url').slice(0, 22);
  const drop = (id: string, { listener, spot, startedAt }: Ticket): void => {
    tickets.delete(id);
    if (startedAt !== undefined) return;
    ads.giveBack(spot.campaign.key, spot.lease);
    ads.refused(listener.station, spot.campaign, 'left');
  };
  const idIn = (address: string, event: AppEvent): string | undefined => {
    const [id = '', signature = ''] = address.split('.');
    const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(id, event))];
    return given.length === right.length && timingSafeEqual(given, right) ? id : undefined;
  };
  const eventOf = (id: string, { listener, spot, position }: Ticket, quartile: SpotEvent['quartile']): SpotEvent => {
    const { station, account, ip, user_agent, referer, output } = listener;
    const about = { station, account, ip, user_agent, referer, output } as SpotEvent;
    return {
      ...about,
      ...{ type: 'spot', at: now(), session: id, quartile },
      ...{ campaign: spot.campaign.key, spot: spot.spot, lease: spot.lease },
      ...{ break_id: `vast-${id}`, slot: 0, kind: position },
    };
  };

  return {
    has: (address) => tickets.has(address.split('.')[0] ?? ''),
    add(listener, spot, position) {
      const [oldest] = tickets.size >= mostTickets ? tickets : [];
      if (oldest) drop(...oldest);
      const id = randomBytes(16).toString('base64url');
      const until = Math.min(now() + ticketMs, ads.leaseEnds(spot.campaign.key, spot.lease));
      tickets.set(id, { listener, spot, position, until, last: -1 });
      return id;
    },
    addressOf: (id, event) => `${id}.${signatureOf(id, event)}`,
    report(address, event) {
      const id = idIn(address, event);
      const ticket = id === undefined ? undefined : tickets.get(id);
      if (id === undefined || !ticket) return 'unknown';
      const quartile = appEvents[event];
      if (quartile <= ticket.last) return 'repeated';
      if (ticket.startedAt === undefined) {
        if (quartile > 0) return 'early';
        if (ticket.until <= now()) return 'unknown';
        ticket.startedAt = now();
      } else if (now() - ticket.startedAt < (ticket.spot.ms * quartile) / 4 - slackMs) return 'early';
      ticket.last = quartile;
      ads.report([eventOf(id, ticket, quartile)]);
      return 'counted';
    },
    sweep() {
      for (const [id, ticket] of tickets) {
        const ends = ticket.startedAt === undefined ? ticket.until : ticket.startedAt + ticketMs;
        if (ends <= now()) drop(id, ticket);
      }
    },
  };
};
