import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { analytics } from '#contract/api/analytics.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import { reportViews as api } from '#contract/api/report-views.ts';
import { stations } from '#contract/api/stations.ts';
import type { TestClient } from '#server/testing/client.ts';
import type { TestPerson } from '#server/testing/make.ts';
import { planReports } from './plan-reports.ts';
import { reportRig } from './testing/report-rig.ts';
import { sendReport } from './send-report.ts';

/** A Saturday, 15:00 in Berlin. */
const start = Date.UTC(2026, 10, 21, 14);
let rig: Awaited<ReturnType<typeof reportRig>>;
let account: AccountKey;
let station: StationKey;
let person: TestPerson;
let client: TestClient;

beforeAll(async () => {
  rig = await reportRig(start);
});
afterAll(() => rig.close());
beforeEach(async () => {
  ({ account, station, person, client } = await rig.begin());
});

const daily = { every: 'day' as const, weekday: 1, hour: 7 };
const add = async (more: object = {}) =>
  await client.ok(api.addReportOfStation, {
    params: { key: station },
    body: { ...daily, emails: [person.email], ...more },
  });
const one = async () => (await client.ok(api.reportsOfStation, { params: { key: station } })).entities[0];

describe('a scheduled report', () => {
  it('contains what the page shows, at its hour in the station’s time zone', async () => {
    await rig.listens(account, station, Date.UTC(2026, 10, 21, 15), 90);
    await rig.listens(account, station, Date.UTC(2026, 10, 21, 16), 30, '8.8.8.8');
    await rig.listens(account, station, Date.UTC(2026, 10, 20, 16), 60);
    const created = await add();
    expect(created).toMatchObject({
      scope: 'station',
      timezone: 'Europe/Berlin',
      next: '2026-11-22T07:00:00+01:00',
      last: null,
    });
    expect(await rig.planAt('2026-11-22T05:59:59Z')).toEqual([]);
    const [email, ...more] = await rig.planAt('2026-11-22T06:00:00Z');
    expect(more).toEqual([]);
    const page = await client.ok(analytics.stations, {
      params: { type: 'day' },
      query: {
        from_date: '2026-11-21',
        to_date: '2026-11-21',
        frequency: 'hour',
        stationKeys: [station],
        include: ['audience', 'previous'],
      },
    });
    const { connections, uniques, listening_time, peak } = page.period_stats.stats;
    expect([connections, uniques, listening_time, peak]).toEqual([2, 2, 7200, 2]);
    expect(email).toMatchObject({
      to: person.email,
      subject: 'Harbour Wave: listening on 21 November 2026',
      action: {
        url: `http://portal.test/accounts/${account}/stations/${station}/analytics?period=custom&from=2026-11-21&to=2026-11-21`,
      },
    });
    expect(email?.tables?.[0]?.rows).toEqual([
      ['Sessions', '2', '1', '+100 %'],
      ['Unique listeners', '2', '1', '+100 %'],
      ['Listening', '2 h', '1 h', '+100 %'],
      ['Peak', '2', '1', '+100 %'],
      ['Average listeners', '0.1', '0.0', '+100 %'],
    ]);
    expect(email?.tables?.find(({ title }) => title === 'Countries')?.rows.map(([name]) => name)).toEqual(
      page.country_stats.map(({ name }) => name),
    );
    const file = (email!.attachments![0]!.content as Buffer).toString('utf8').trim().split('\r\n').slice(1);
    expect(file).toHaveLength(24);
    expect(file.map((line) => Number(line.split(',')[4]))).toEqual(
      page.hour_stats.map(({ stats }) => stats.listening_time),
    );
    expect(email?.attachments?.[0]?.filename).toBe('Harbour Wave 2026-11-21.csv');
    expect(await one()).toMatchObject({
      next: '2026-11-23T07:00:00+01:00',
      last: { from_date: '2026-11-21', sent: 1, failed: 0, open: false, reasons: [] },
    });
  });

  it('is sent once for each time, however many processes plan it', async () => {
    await add();
    rig.time.now = Date.parse('2026-11-22T06:00:30Z');
    await Promise.all([planReports(rig.deps), planReports(rig.deps), planReports(rig.deps)]);
    const sendings = await rig.deps.db.selectFrom('report_mailings').select('id').execute();
    expect(sendings).toHaveLength(1);
    const [{ id }] = sendings as [{ id: string }];
    await Promise.all([sendReport(rig.deps, id), sendReport(rig.deps, id), sendReport(rig.deps, id)]);
    await sendReport(rig.deps, id);
    expect(rig.box.letters).toHaveLength(1);
    expect(await rig.planAt('2026-11-22T06:01:30Z')).toEqual([]);
  });

  it('is sent again after a failure, also where another process ran the same job meanwhile', async () => {
    await add();
    rig.time.now = Date.parse('2026-11-22T06:00:00Z');
    await planReports(rig.deps);
    const { id } = await rig.deps.db.selectFrom('report_mailings').select('id').executeTakeFirstOrThrow();
    const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const deliver = async (): Promise<void> => {
      begun.resolve();
      await over.promise;
      throw new Error('the mail server is away');
    };
    const first = sendReport({ ...rig.deps, mail: { ...rig.deps.mail, deliver } }, id);
    await begun.promise;
    await sendReport(rig.deps, id);
    over.resolve();
    await expect(first).rejects.toThrow('away');
    await sendReport(rig.deps, id);
    expect(rig.box.letters).toHaveLength(1);
    expect(await one()).toMatchObject({ last: { sent: 1, failed: 0, open: false } });
  });

  it('continues after a killed process: marked e-mails are not repeated, an unmarked one has the same Message-ID', async () => {
    const other = await rig.portal.make.person();
    await rig.portal.make.accountMember(account, other, 'admin');
    await add({ emails: [person.email, other.email] });
    rig.time.now = Date.parse('2026-11-22T06:00:00Z');
    await planReports(rig.deps);
    const { id } = await rig.deps.db.selectFrom('report_mailings').select('id').executeTakeFirstOrThrow();
    // The e-mail is sent and the process is killed before its transaction commits.
    let delivered = 0;
    const killed = {
      ...rig.deps,
      mail: {
        ...rig.deps.mail,
        deliver: async (email: (typeof rig.box.letters)[number]) => {
          await rig.deps.mail.deliver(email);
          if (++delivered === 2) throw new Error('killed');
        },
      },
    };
    await expect(sendReport(killed, id)).rejects.toThrow('killed');
    await sendReport(rig.deps, id);
    const ids = rig.box.letters.map(({ messageId }) => messageId);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(2);
  });

  it('that was missed while the portal was down is sent for the newest time only', async () => {
    await add();
    const sentEmails = await rig.planAt('2026-11-26T20:00:00Z');
    expect(sentEmails.map(({ subject }) => subject)).toEqual(['Harbour Wave: listening on 25 November 2026']);
    expect(await one()).toMatchObject({ next: '2026-11-27T07:00:00+01:00' });
  });

  it('follows the station into another time zone', async () => {
    await add();
    await rig.deps.db
      .updateTable('stations')
      .set({ default_timezone: 'America/New_York' })
      .where('key', '=', station)
      .execute();
    expect(await rig.planAt('2026-11-21T14:01:00Z')).toEqual([]);
    expect(await one()).toMatchObject({ timezone: 'America/New_York', next: '2026-11-22T07:00:00-05:00' });
    expect(await rig.planAt('2026-11-22T06:00:00Z')).toEqual([]);
    expect(await rig.planAt('2026-11-22T12:00:00Z')).toHaveLength(1);
  });

  it.each(['suspended_at', 'deleted_at'] as const)('is not sent while the account is %s', async (column) => {
    await add();
    const { db } = rig.deps;
    await db
      .updateTable('accounts')
      .set({ [column]: new Date() })
      .where('key', '=', account)
      .execute();
    expect(await rig.planAt('2026-11-22T06:00:00Z')).toEqual([]);
    await db
      .updateTable('accounts')
      .set({ [column]: null })
      .where('key', '=', account)
      .execute();
    expect(await rig.planAt('2026-11-22T06:02:00Z')).toEqual([]);
    expect(await rig.planAt('2026-11-23T06:00:00Z')).toHaveLength(1);
  });

  it('is deleted when the station moves to another account', async () => {
    await add();
    const admin = await rig.portal.as(await rig.portal.make.person({ admin: true }));
    const to = await rig.portal.make.account({ plan: 'premier' });
    await admin.ok(stations.transfer, { params: { key: station, accountId: to } });
    expect(await admin.ok(api.reportsOfStation, { params: { key: station } })).toMatchObject({ entities: [] });
    expect(await rig.planAt('2026-11-22T06:00:00Z')).toEqual([]);
  });

  it('of an account sums and names its stations, weekly with the previous week', async () => {
    const second = await rig.portal.make.station(account, { name: 'Second Wave' });
    await rig.listens(account, station, Date.UTC(2026, 10, 20, 10), 60);
    await rig.listens(account, second, Date.UTC(2026, 10, 19, 10), 30);
    const body = { every: 'week' as const, weekday: 7, hour: 6, emails: [person.email] };
    await client.ok(api.addReportOfAccount, { params: { id: account }, body });
    const [email] = await rig.planAt('2026-11-22T05:00:00Z');
    expect(email?.subject).toBe('Harbour Media: listening 15–21 November 2026');
    expect(email?.tables?.[0]?.note).toBe('Previous period: 8–14 November 2026.');
    expect(email?.tables?.find(({ title }) => title === 'Stations')?.rows).toEqual([
      ['Harbour Wave', '1', '1', '1 h'],
      ['Second Wave', '1', '1', '0.5 h'],
    ]);
    const listed = await client.ok(api.reportsOfAccount, { params: { id: account } });
    expect(listed.entities).toMatchObject([{ scope: 'account', name: 'Harbour Media' }]);
  });

  it('of the portal is for its administrators, in UTC', async () => {
    const boss = await rig.portal.make.person({ admin: true });
    const admin = await rig.portal.as(boss);
    await rig.listens(account, station, Date.UTC(2026, 10, 21, 10), 60);
    const created = await admin.ok(api.addReportOfPortal, { body: { ...daily, emails: [boss.email] } });
    expect(created).toMatchObject({ scope: 'portal', timezone: 'UTC', next: '2026-11-22T07:00:00+00:00' });
    const [email] = await rig.planAt('2026-11-22T07:00:00Z');
    expect(email?.subject).toBe('The whole portal: listening on 21 November 2026');
    expect((await client.call(api.reportsOfPortal)).status).toBe(403);
  });

  it('shows on its page why it was not sent, and is sent once it can be', async () => {
    await add();
    rig.box.fail = () => Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:25'), { code: 'ECONNECTION' });
    expect(await rig.planAt('2026-11-22T06:00:00Z')).toEqual([]);
    expect(await one()).toMatchObject({
      last: { sent: 0, open: true, reasons: ['The mail server is unreachable.'] },
    });
    rig.box.fail = undefined;
    expect(await rig.sendAll()).toHaveLength(1);
    expect(await one()).toMatchObject({ last: { sent: 1, failed: 0, open: false, reasons: [] } });
    rig.box.fail = () => Object.assign(new Error('550 no such user'), { code: 'EENVELOPE', responseCode: 550 });
    await rig.planAt('2026-11-23T06:00:00Z');
    expect(await one()).toMatchObject({
      last: {
        sent: 0,
        failed: 1,
        open: false,
        reasons: ['The mail server rejected this address (550).'],
      },
    });
  });

  it('is sent immediately on request, a few times an hour', async () => {
    const { id } = await add({ every: 'week', weekday: 1 });
    const at = { params: { key: station, reportId: id } };
    const sent = await client.ok(api.sendReportOfStation, at);
    expect(sent.last).toMatchObject({ from_date: '2026-11-14', to_date: '2026-11-20', open: true });
    expect(await rig.sendAll()).toHaveLength(1);
    expect(sent.next).toBe('2026-11-23T07:00:00+01:00');
    let status = 200;
    for (let n = 0; n < 8 && status === 200; n++) ({ status } = await client.call(api.sendReportOfStation, at));
    expect(status).toBe(429);
  });

  it('goes by default to the addresses in the station’s settings, otherwise to the user', async () => {
    const defaults = async () => (await client.ok(api.reportsOfStation, { params: { key: station } })).default_emails;
    expect(await defaults()).toEqual([person.email]);
    await rig.deps.db
      .updateTable('stations')
      .set({ reports_settings: JSON.stringify({ emails: ['office@wave.test'] }) })
      .where('key', '=', station)
      .execute();
    expect(await defaults()).toEqual(['office@wave.test']);
  });

  it('refuses too many addresses, too many reports and invalid hours', async () => {
    const emails = Array.from({ length: 11 }, (_, n) => `p${String(n)}@wave.test`);
    const body = { ...daily, emails };
    expect((await client.call(api.addReportOfStation, { params: { key: station }, body })).status).toBe(400);
    const late = { ...daily, hour: 24, emails: [person.email] };
    expect((await client.call(api.addReportOfStation, { params: { key: station }, body: late })).status).toBe(400);
    const full = await rig.portal.as(person);
    const replies = [];
    for (let n = 0; n <= limits.scheduledReports; n++) {
      const plan = { ...daily, emails: [person.email] };
      replies.push(await full.call(api.addReportOfStation, { params: { key: station }, body: plan }));
    }
    expect(replies.at(-1)?.json.error.code).toBe('report.limit');
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(limits.scheduledReports);
  });
});
