import type { Kernel } from '#server/kernel/kernel.ts';
import { failureOf, guardReasonOf, wasUnsent } from '#server/kernel/outbound/fetch-failure.ts';
import { addCounts } from './providers.repo.ts';
import { endInterrupted, endReport, takeReports, type Report } from './tickets.repo.ts';
import { deviceHeaders, expandMacros } from './vast/macros.ts';

export type ReportDeps = Pick<Kernel, 'db' | 'clock' | 'outbound'>;

const atOnce = 50;
const mostAttempts = 6;
const bounds = { maxBytes: 64 * 1024, timeoutMs: 5000 };

/** Ends the reports that a killed process had begun. */
export const endBegunReports = async ({ db }: ReportDeps): Promise<void> => await endInterrupted(db);

/**
 * Makes the reports that are due, some at once; returns whether there may be more. Each URL is called at most once: it is
 * marked before the call, and called again only where the connection was never made.
 */
export const sendReports = async (deps: ReportDeps): Promise<boolean> => {
  const now = deps.clock.now();
  const reports = await takeReports(deps.db, now, atOnce);
  const outcomes = await Promise.all(reports.map((report) => sendOne(deps, report)));
  const counts = new Map<string, Map<string, number>>();
  for (const [i, what] of outcomes.entries()) {
    if (what === 'later') continue;
    const { provider_id } = reports[i]!;
    const own = counts.get(provider_id) ?? new Map<string, number>();
    counts.set(provider_id, own.set(what, (own.get(what) ?? 0) + 1));
  }
  await addCounts(deps.db, now, counts);
  return reports.length === atOnce;
};

const sendOne = async (
  { db, clock, outbound }: ReportDeps,
  report: Report,
): Promise<'reported' | 'unreported' | 'later'> => {
  const { ticket_id, ad_id, media_url, attempts } = report;
  const listener = report.listener ?? undefined;
  const ticket = { id: ticket_id, adId: ad_id ?? '', mediaUrl: media_url ?? '' };
  const url = expandMacros(report.url, {
    now: clock.now(),
    agent: outbound.agent,
    random: Math.random,
    listener,
    ticket,
  });
  try {
    const { status } = await outbound.get(url, { ...bounds, headers: deviceHeaders(listener) });
    const isTaken = status < 400;
    await endReport(db, report, {
      state: isTaken ? 'sent' : 'failed',
      error: isTaken ? '' : `status ${String(status)}`,
    });
    return isTaken ? 'reported' : 'unreported';
  } catch (error) {
    const reason = failureOf(error) ?? guardReasonOf(error);
    if (reason === undefined) throw error;
    if (!wasUnsent(error) || attempts >= mostAttempts) {
      await endReport(db, report, { state: 'failed', error: reason });
      return 'unreported';
    }
    const due = new Date(clock.now().getTime() + 5000 * 2 ** attempts);
    await endReport(db, report, { state: 'waiting', due, error: reason });
    return 'later';
  }
};
