import { setTimeout as pause } from 'node:timers/promises';
import type { Kernel } from '#server/kernel/kernel.ts';
import { failureOf, guardReasonOf, wasUnsent } from '#server/kernel/outbound/fetch-failure.ts';
import { addCounts } from './providers.repo.ts';
import { endInterrupted, endReport, takeReports, type Report } from './tickets.repo.ts';
import { deviceHeaders, expandMacros } from './vast/macros.ts';

export type ReportDeps = Pick<Kernel, 'db' | 'clock' | 'outbound'>;

/** Reports under way: to all hosts, to one of them, and to one that did not answer the last time. */
const [atOnce, perHost, ofHanging] = [64, 6, 1];
/** What comes due for one host does not wait longer for the others. */
const lookMs = 250;
const mostAttempts = 6;
const bounds = { maxBytes: 64 * 1024, timeoutMs: 5000 };

type Outcome = 'reported' | 'unreported' | 'later';

/** Ends the reports that a killed process had begun. */
export const endBegunReports = async ({ db }: ReportDeps): Promise<void> => await endInterrupted(db);

/**
 * Makes the reports that are due, without waiting for one host before those to others. Each URL is called at most once: it is
 * marked just before the call, and called again only where the connection was never made.
 */
export const createReporter = (deps: ReportDeps) => {
  const running = new Map<string, number>();
  const hanging = new Set<string>();
  const calls = new Set<Promise<void>>();
  let outcomes: { provider: string; outcome: Outcome }[] = [];
  let failure: unknown;

  const slotsOf = (host: string): number => (hanging.has(host) ? ofHanging : perHost) - (running.get(host) ?? 0);
  const send = async (report: Report): Promise<void> => {
    const { host, provider_id } = report;
    running.set(host, (running.get(host) ?? 0) + 1);
    try {
      const { outcome, isHanging } = await sendOne(deps, report);
      if (isHanging) hanging.add(host);
      else hanging.delete(host);
      outcomes.push({ provider: provider_id, outcome });
    } catch (error) {
      failure = error;
    }
    const left = (running.get(host) ?? 1) - 1;
    if (left > 0) running.set(host, left);
    else running.delete(host);
  };
  const store = async (): Promise<void> => {
    const counts = new Map<string, Map<string, number>>();
    const done = outcomes;
    outcomes = [];
    for (const { provider, outcome } of done) {
      if (outcome === 'later') continue;
      const own = counts.get(provider) ?? new Map<string, number>();
      counts.set(provider, own.set(outcome, (own.get(outcome) ?? 0) + 1));
    }
    await addCounts(deps.db, deps.clock.now(), counts);
  };

  return {
    /** Begins reports that are due, as many as may be under way; resolves once one has ended, with whether any were. */
    step: async (): Promise<boolean> => {
      const limited = [...new Set([...running.keys(), ...hanging])].map((host) => ({ host, slots: slotsOf(host) }));
      const free = atOnce - calls.size;
      const due = free > 0 ? await takeReports(deps.db, deps.clock.now(), { atMost: free, perHost, limited }) : [];
      for (const report of due) {
        const call = send(report).finally(() => calls.delete(call));
        calls.add(call);
      }
      const isBusy = calls.size > 0;
      // What a killed process took may have been stored only after this one began.
      if (!isBusy) await endInterrupted(deps.db);
      if (isBusy) await Promise.race([...calls, pause(lookMs)]);
      await store();
      if (failure !== undefined) throw failure;
      return isBusy;
    },
    /** Waits for the reports that are under way. */
    stop: async (): Promise<void> => {
      await Promise.all(calls);
      await store();
    },
  };
};

const sendOne = async (
  { db, clock, outbound }: ReportDeps,
  report: Report,
): Promise<{ outcome: Outcome; isHanging: boolean }> => {
  const { ticket_id, ad_id, media_url, attempts } = report;
  const listener = report.listener ?? undefined;
  const ticket = { id: ticket_id, adId: ad_id ?? '', mediaUrl: media_url ?? '' };
  const country = report.country;
  const url = expandMacros(report.url, {
    now: clock.now(),
    agent: outbound.agent,
    random: Math.random,
    listener,
    country,
    ticket,
  });
  try {
    const { status } = await outbound.get(url, { ...bounds, headers: deviceHeaders(listener) });
    const isTaken = status < 400;
    const error = isTaken ? '' : `status ${String(status)}`;
    await endReport(db, report, { state: isTaken ? 'sent' : 'failed', error });
    return { outcome: isTaken ? 'reported' : 'unreported', isHanging: false };
  } catch (error) {
    const reason = failureOf(error) ?? guardReasonOf(error);
    if (reason === undefined) throw error;
    const isHanging = reason === 'timeout';
    if (!wasUnsent(error) || attempts >= mostAttempts) {
      await endReport(db, report, { state: 'failed', error: reason });
      return { outcome: 'unreported', isHanging };
    }
    const due = new Date(clock.now().getTime() + 5000 * 2 ** attempts);
    await endReport(db, report, { state: 'waiting', due, error: reason });
    return { outcome: 'later', isHanging };
  }
};
