import type { AdTicket } from '#contract/engine/engine-ads.ts';
import type { SpotEvent } from '#contract/engine/engine.ts';
import { changed } from '#streaming/spool/event-json.ts';

/** What ad servers answered for the listeners of one process, in memory only. */
export type Tickets = {
  add(tickets: readonly AdTicket[]): void;
  /**
   * The answer for a listener of the first of these ad servers that has one, or in `country` one for nobody in particular that
   * is not in `without`; it stays until `use`.
   */
  find(
    session: string,
    campaign: string,
    providers: readonly string[],
    pool?: { country: string; without: ReadonlySet<string> },
  ): AdTicket | undefined;
  /** Nothing else plays for this ticket from now on. */
  use(session: string, ticket: string): void;
  /** The same events; those of a spot that an ad server answered with name its ticket. */
  named(events: SpotEvent[]): SpotEvent[];
};

/** More are forgotten, the oldest first: a listener has one for each campaign. */
const mostTickets = 100_000;
/** How long a used ticket is remembered after its time: until its spot is counted. */
const playsMs = 15 * 60_000;
const sweepMs = 10_000;

const poolOf = (campaign: string, provider: string, country: string): string => `${campaign} ${provider} ${country}`;

/** `now`: ms since the epoch. */
export const createTickets = (now: () => number = Date.now): Tickets => {
  const open = new Map<string, AdTicket>();
  /** Those of each listener; those for nobody in particular by what they are for. */
  const sessions = new Map<string, Set<string>>();
  /** Given to a listener, but not counted yet; then by the place in the break that its events name. */
  const used = new Map<string, AdTicket[]>();
  const counted = new Map<string, AdTicket>();
  let sweptAt = now();

  const ownerOf = ({ session, campaign, provider, country = '' }: AdTicket): string =>
    session || poolOf(campaign, provider, country);
  const drop = (ticket: AdTicket): void => {
    open.delete(ticket.id);
    const owner = ownerOf(ticket);
    const own = sessions.get(owner);
    own?.delete(ticket.id);
    if (own?.size === 0) sessions.delete(owner);
  };
  const sweep = (): void => {
    if (now() - sweptAt < sweepMs) return;
    sweptAt = now();
    for (const ticket of open.values()) if (ticket.until <= now()) drop(ticket);
    const isOver = ({ until }: AdTicket): boolean => until + playsMs <= now();
    for (const [place, ticket] of counted) if (isOver(ticket)) counted.delete(place);
    for (const [session, tickets] of used) if (tickets.every(isOver)) used.delete(session);
  };
  const ticketOf = ({ session, break_id, slot, campaign, spot }: SpotEvent): AdTicket | undefined => {
    const place = `${session} ${break_id ?? ''} ${String(slot)}`;
    const known = counted.get(place);
    if (known) return known;
    const waiting = used.get(session) ?? [];
    const at = waiting.findIndex((ticket) => ticket.campaign === campaign && ticket.spot === spot);
    const [found] = at < 0 ? [] : waiting.splice(at, 1);
    if (waiting.length === 0) used.delete(session);
    if (found) counted.set(place, found);
    return found;
  };

  return {
    add(tickets) {
      sweep();
      for (const ticket of tickets) {
        if (ticket.until <= now() || open.has(ticket.id)) continue;
        const [oldest] = open.size >= mostTickets ? open.values() : [];
        if (oldest) drop(oldest);
        open.set(ticket.id, ticket);
        const owner = ownerOf(ticket);
        sessions.set(owner, (sessions.get(owner) ?? new Set()).add(ticket.id));
      }
    },
    find(session, campaign, providers, pool) {
      const own = session === '' ? [] : [...(sessions.get(session) ?? [])].flatMap((id) => open.get(id) ?? []);
      const usable = own.filter((ticket) => ticket.campaign === campaign && ticket.until > now());
      for (const provider of providers) {
        const found = usable.find((ticket) => ticket.provider === provider);
        if (found) return found;
        for (const id of (pool && sessions.get(poolOf(campaign, provider, pool.country))) ?? []) {
          const ticket = open.get(id)!;
          if (ticket.until > now() && !pool?.without.has(id)) return ticket;
        }
      }
      return undefined;
    },
    use(session, id) {
      const ticket = open.get(id);
      if (!ticket) return;
      drop(ticket);
      used.set(session, [...(used.get(session) ?? []), ticket]);
    },
    named(events) {
      sweep();
      if (used.size === 0 && counted.size === 0) return events;
      return events.map((event) => {
        const ticket = ticketOf(event);
        return ticket ? changed(event, { ticket: ticket.id }) : event;
      });
    },
  };
};
