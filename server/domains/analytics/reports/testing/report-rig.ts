import { brand } from '#brands/skywave/brand.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { SliceEvent } from '#contract/engine/engine.ts';
import { campaignReport } from '#server/domains/campaigns/reports/campaign-mail.ts';
import { podcastReport } from '#server/domains/podcasts/stats/podcast-report.ts';
import { userAgents } from '#shared/agents/user-agent.ts';
import { mmdbGeo, packagedDatabases } from '#server/engines/geo/mmdb.ts';
import type { Email } from '#server/kernel/kernel.ts';
import { testClickHouse } from '#server/testing/clickhouse.ts';
import { testPortal } from '#server/testing/portal.ts';
import { createAnalytics } from '../../analytics.work.ts';
import { slicesOf, testSpool } from '#server/domains/analytics/testing/listening.ts';
import { store } from '../../spool-consumer.ts';
import { reportReaders } from '../reports.work.ts';
import { planReports } from '../plan-reports.ts';
import { queueMailings, sendReport, type MailingDeps } from '../send-report.ts';

const minute = 60_000;

/** Confirmation requests are sent by their own job, at any time between the reports. */
const isConfirmation = ({ action }: Email): boolean => action?.url.includes('/reports/confirm') ?? false;

/** Setup for report tests: a portal with an adjustable clock, listening, and a mailbox that can fail. */
export const reportRig = async (start: number) => {
  const [clickhouse, spool] = await Promise.all([testClickHouse({ withTables: true }), testSpool('token')]);
  const time = { now: start };
  const config = { clickhouseUrl: clickhouse.url, engineUrl: spool.url, engineToken: 'token' };
  const portal = await testPortal({ config, clock: { now: () => new Date(time.now) } });
  const enriching = { geo: mmdbGeo(packagedDatabases()), agents: userAgents() };
  const analytics = createAnalytics(portal.kernel, enriching);
  const box = { letters: [] as Email[], fail: undefined as ((email: Email) => Error | undefined) | undefined };
  const deliver = (email: Email): Promise<void> => {
    const error = box.fail?.(email);
    if (error) return Promise.reject(error);
    box.letters.push(email);
    return Promise.resolve();
  };
  const deps: MailingDeps = {
    ...portal.kernel,
    ...analytics,
    brand,
    readers: reportReaders({ podcasts: podcastReport, campaign: campaignReport }),
    // The test runs the jobs.
    jobs: { ...portal.kernel.jobs, send: () => Promise.resolve() },
    mail: { ...portal.kernel.mail, deliver },
  };
  let batches = 0;
  // Retried like a job: a busy server may be slow.
  const send = async (id: string, tries = 5): Promise<void> => {
    try {
      await sendReport(deps, id);
    } catch (error) {
      if (box.fail) return;
      if (tries === 1) throw error;
      await send(id, tries - 1);
    }
  };
  return {
    portal,
    time,
    box,
    deps,
    clickhouse: clickhouse.client,
    /** Resets everything: nothing planned or sent. Creates an account with a station in Berlin and its owner. */
    async begin() {
      await deps.db.deleteFrom('report_schedules').execute();
      time.now = start;
      box.letters.length = 0;
      box.fail = undefined;
      const account = await portal.make.account({ company: 'Harbour Media' });
      const station = await portal.make.station(account, { name: 'Harbour Wave' });
      const zone = { default_timezone: 'Europe/Berlin' };
      await deps.db.updateTable('stations').set(zone).where('key', '=', station).execute();
      const person = await portal.make.person();
      await portal.make.accountMember(account, person, 'owner');
      return { account, station, person, client: await portal.as(person) };
    },
    /** Adds a listener to a station, from a time in ms. */
    async listens(account: AccountKey, station: StationKey, from: number, minutes: number, ip = '91.0.0.1') {
      const slices: SliceEvent[] = slicesOf({ account, station, from, to: from + minutes * minute, ip });
      const at = { clickhouse: clickhouse.client, secrets: portal.kernel.secrets, ...enriching };
      await store(at, { engine: 'e', batch: ++batches, events: slices });
    },
    /** Moves the clock and does what is planned then; returns the e-mails that were sent. */
    async planAt(moment: string): Promise<Email[]> {
      time.now = Date.parse(moment);
      await planReports(deps);
      return await this.sendAll();
    },
    async sendAll(): Promise<Email[]> {
      const before = box.letters.length;
      await queueMailings(deps);
      const open = await deps.db.selectFrom('report_mailings').select('id').where('ended', 'is', null).execute();
      for (const { id } of open) await send(id);
      return box.letters.slice(before).filter((email) => !isConfirmation(email));
    },
    async close() {
      await portal.close();
      await analytics.clickhouse.close();
      spool.close();
      await clickhouse.drop();
    },
  };
};
