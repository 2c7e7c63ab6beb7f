import type { SpotEvent } from '#contract/engine/engine.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { addCounts } from './providers.repo.ts';
import { addTracking, lockTickets, useTickets } from './tickets.repo.ts';
import { trackedEvents, type TrackingUrls } from './vast/read-vast.ts';

/** What is reported when a spot reaches each quarter. */
const reportedAt: Record<SpotEvent['quartile'], (keyof TrackingUrls)[]> = {
  0: ['impression', trackedEvents[0]],
  1: [trackedEvents[1]],
  2: [trackedEvents[2]],
  3: [trackedEvents[3]],
  4: [trackedEvents[4]],
};

/**
 * Notes what was heard of ad servers' spots, to be reported to them. Each moment of an answer is noted once, however often
 * its batch arrives; an impression that is taken back was reported already, and stays.
 */
export const recordHeard =
  ({ db, clock }: Pick<Kernel, 'db' | 'clock'>) =>
  async (events: readonly SpotEvent[]): Promise<void> => {
    const heard = events.filter(({ ticket, cut }) => ticket !== undefined && !cut && isId(ticket));
    if (heard.length === 0) return;
    const now = clock.now();
    await db.transaction().execute(async (tx) => {
      const tickets = await lockTickets(tx, [...new Set(heard.map(({ ticket }) => ticket!))]);
      const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]));
      const rows = heard.flatMap(({ ticket, quartile }) => {
        const found = byId.get(ticket!);
        return found
          ? reportedAt[quartile].flatMap((event) =>
              found.tracking[event].map((url, n) => ({ ticket_id: found.id, event, n, host: hostOf(url) })),
            )
          : [];
      });
      await addTracking(tx, rows, now);
      const started = heard.flatMap(({ ticket, quartile }) => (quartile === 0 ? [ticket!] : []));
      const counts = new Map<string, Map<string, number>>();
      for (const id of await useTickets(tx, started, now)) {
        const { provider_id } = byId.get(id)!;
        const impressions = (counts.get(provider_id)?.get('impression') ?? 0) + 1;
        counts.set(provider_id, new Map([['impression', impressions]]));
      }
      await addCounts(tx, now, counts);
    });
  };

const hostOf = (url: string): string => URL.parse(url)?.host ?? '';
const isId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
