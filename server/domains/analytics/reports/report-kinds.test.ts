import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTable } from '#server/platform/clickhouse/dialect.ts';

import { appStats } from '#contract/api/app-stats.ts';
import { ctlStats } from '#contract/api/ctl-stats.ts';
import type { AccountKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
import { podcastStats } from '#contract/api/podcast-stats.ts';
import type { ReportKind } from '#contract/api/report-schedule.ts';
import { reportViews as api } from '#contract/api/report-views.ts';
import { createPodcastTables } from '#server/domains/podcasts/stats/podcast-clickhouse.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import type { Email } from '#server/kernel/kernel.ts';
import { newKey } from '#server/kernel/keys.ts';
import type { TestClient } from '#server/testing/client.ts';
import type { TestPerson } from '#server/testing/make.ts';
import { appTables } from '../app/app-sessions.ts';
import { forwardBatches } from '#server/domains/analytics/app/forward-app-events.ts';
import { callTables, recordCalls } from '../calls/record-calls.service.ts';
import { addReport, listReports } from './scheduled-reports.ts';
import { planReports } from './plan-reports.ts';
import { sendReport } from './send-report.ts';
import { reportRig } from './testing/report-rig.ts';

/** A Saturday, 15:00 in Berlin. */
const start = Date.UTC(2026, 10, 21, 14);
const noon = Date.UTC(2026, 10, 21, 11);
const minute = 60_000;
const today = { from_date: '2026-11-21', to_date: '2026-11-21' };
/** When that day’s report is due in Berlin. */
const due = '2026-11-22T06:00:00Z';
const nextDue = '2026-11-23T06:00:00Z';

let rig: Awaited<ReturnType<typeof reportRig>>;
let account: AccountKey;
let station: StationKey;
let podcast: PodcastKey;
let person: TestPerson;
let client: TestClient;

beforeAll(async () => {
  rig = await reportRig(start);
  await createPodcastTables(rig.clickhouse);
  for (const statement of [...callTables, ...appTables]) await createTable(rig.clickhouse, statement);
}, 120_000);
afterAll(() => rig.close());
beforeEach(async () => {
  ({ account, station, person, client } = await rig.begin());
  podcast = await rig.portal.make.podcast(account, { title: 'Tide Talk' });
}, 60_000);

const ofAccount = () => ({ params: { id: account } });
const plan = (more: object = {}) => ({ every: 'day' as const, hour: 7, emails: [person.email], ...more });
const add = async (more: { kind: ReportKind; podcastKey?: PodcastKey; stationKey?: StationKey; emails?: string[] }) =>
  await client.ok(api.addReportOfAccount, { ...ofAccount(), body: plan(more) });
const one = async () => (await client.ok(api.reportsOfAccount, ofAccount())).entities[0];
const tableOf = (email: Email | undefined, title: string) =>
  email?.tables?.find((table) => table.title === title)?.rows.map((row) => [...row]);
const fileOf = (email: Email | undefined) =>
  (email!.attachments![0]!.content as Buffer)
    .toString('utf8')
    .trim()
    .split('\r\n')
    .map((line) => line.split(',').map((cell) => cell.replace(/^"|"$/g, '')));

const downloaded = async (of: PodcastKey, at: number, listener: number, more: object = {}) => {
  const moment = new Date(at).toISOString().replace('T', ' ').replace('Z', '');
  const row = {
    ...{ request: randomUUID(), n: 0, last: 1, at: moment, account, podcast: of, episode: newKey('episode'), listener },
    ...{ country: 'DE', app: 'AntennaPod', device: 'phone', os: 'Android', referer: '', method: 'GET', status: 200 },
    ...{ started: moment, first: 0, bytes: 1024, size: 1024, download: 1, verdict: 'counted', reason: '' },
    ...more,
  };
  await rig.clickhouse.insert({ table: 'podcast_requests', values: [row], format: 'JSONEachRow' });
};
const called = async (of: StationKey, at: number, minutes: number) => {
  const call = {
    ...{ call: randomUUID(), station: of, account, did: '+49301234567', caller: '+491701', country: 'DE' },
    ...{ started: at, answered: at, ended: at + minutes * minute },
  };
  await recordCalls({ ...rig.portal.kernel, clickhouse: rig.clickhouse }, [call]);
};
const playedInApp = async (of: StationKey, at: number, minutes: number) => {
  const application_key = randomUUID();
  const application = { account_key: account, name: 'App', platform: 'ios' as const, application_key };
  await rig.deps.db.insertInto('applications').values(application).execute();
  const session = randomUUID();
  const event = (type: string, when: number) => ({
    ...{ id: randomUUID(), type, session, listener: 'phone-1', station: of, platform: 'ios' },
    at: new Date(when).toISOString(),
  });
  const reply = await fetch(`${rig.portal.url}/ingest/app/${application_key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ events: [event('start', at), event('end', at + minutes * minute)] }),
  });
  expect(await reply.json()).toMatchObject({ accepted: 2 });
  while (await forwardBatches({ db: rig.deps.db, clickhouse: rig.clickhouse }));
};

describe('a scheduled download report', () => {
  it('shows all podcasts of the account, as their page does', async () => {
    const other = await rig.portal.make.podcast(account, { title: 'Harbour Hour' });
    await downloaded(podcast, noon, 1);
    await downloaded(podcast, noon, 2);
    await downloaded(other, noon, 1);
    await downloaded(podcast, noon - 24 * 60 * minute, 1);
    expect(await add({ kind: 'podcasts' })).toMatchObject({ kind: 'podcasts', about: null, name: 'Harbour Media' });
    const [email] = await rig.planAt(due);
    const page = await client.ok(podcastStats.account, { ...ofAccount(), query: { ...today, frequency: 'hour' } });
    expect(page.summaryStats).toMatchObject({ downloads: 3, uniques: 2 });
    expect(email).toMatchObject({
      to: person.email,
      subject: 'Harbour Media: downloads on 21 November 2026',
      action: {
        url: `http://portal.test/accounts/${account}/analytics/podcasts?period=custom&from=2026-11-21&to=2026-11-21`,
      },
    });
    expect(email?.paragraphs[0]).toContain('3 downloads by 2 listeners');
    expect(tableOf(email, 'Key metrics')).toEqual([
      ['Downloads', '3', '1', '+200 %'],
      ['Unique listeners', '2', '1', '+100 %'],
      ['Data sent', '3 KB', '1 KB', '+200 %'],
      ['Requests', '3', '1', '+200 %'],
    ]);
    expect(tableOf(email, 'Podcasts')?.map(([name, downloads]) => [name, downloads])).toEqual(
      page.podcasts.map(({ title, downloads }) => [title, String(downloads)]),
    );
    const [head, ...lines] = fileOf(email);
    expect(head).toEqual(['from', 'to', 'downloads', 'uniques', 'totalBytes']);
    expect(lines.map((line) => Number(line[2]))).toEqual(page.periodDateStats.map(({ downloads }) => downloads));
    expect(email?.attachments?.[0]?.filename).toBe('Harbour Media downloads 2026-11-21.csv');
  });

  it('shows a single podcast, and is deleted with it', async () => {
    const other = await rig.portal.make.podcast(account, { title: 'Harbour Hour' });
    await downloaded(podcast, noon, 1);
    await downloaded(other, noon, 2);
    const created = await add({ kind: 'podcasts', podcastKey: podcast });
    expect(created.about).toEqual({ key: podcast, name: 'Tide Talk' });
    const [email] = await rig.planAt(due);
    expect(email?.subject).toBe('Tide Talk: downloads on 21 November 2026');
    expect(email?.action?.url).toContain(`podcast=${podcast}`);
    expect(tableOf(email, 'Key metrics')?.[0]).toEqual(['Downloads', '1', '0', 'new']);
    expect(tableOf(email, 'Podcasts')).toBeUndefined();
    await rig.deps.db.deleteFrom('podcasts').where('key', '=', podcast).execute();
    expect(await rig.planAt(nextDue)).toEqual([]);
    expect(await one()).toBeUndefined();
  });

  it('is not sent for a podcast that moved to another account', async () => {
    await add({ kind: 'podcasts', podcastKey: podcast });
    const to = await rig.portal.make.account();
    await rig.deps.db.updateTable('podcasts').set({ account_key: to }).where('key', '=', podcast).execute();
    // Nor does it reveal the podcast’s name there.
    expect(await one()).toMatchObject({ next: null, about: { key: podcast, name: '' } });
    expect(await rig.planAt(due)).toEqual([]);
  });
});

describe('a scheduled call report', () => {
  it('shows the account and a station as their pages do', async () => {
    const second = await rig.portal.make.station(account, { name: 'Second Wave' });
    await called(station, noon, 30);
    await called(second, noon, 10);
    await add({ kind: 'ctl' });
    const body = plan({ kind: 'ctl' as const });
    const created = await client.ok(api.addReportOfStation, { params: { key: station }, body });
    expect(created).toMatchObject({ kind: 'ctl', scope: 'station', name: 'Harbour Wave' });
    const sentEmails = await rig.planAt(due);
    const of = (name: string) => sentEmails.find(({ subject }) => subject === `${name}: calls on 21 November 2026`);
    const query = { ...today, frequency: 'hour' as const };
    const all = await client.ok(ctlStats.account, { params: { id: account, type: 'day' }, query });
    expect(all.period_stats.stats).toMatchObject({ calls: 2, minutes: 40 });
    expect(of('Harbour Media')?.paragraphs[0]).toContain('2 calls and 40 minutes of listening');
    expect(tableOf(of('Harbour Media'), 'Key metrics')).toEqual([
      ['Calls', '2', '0', 'new'],
      ['Answered calls', '2', '0', 'new'],
      ['Call minutes', '40', '0', 'new'],
      ['Callers', '1', '0', 'new'],
      ['Average call', '20:00', '0:00', 'new'],
    ]);
    expect(tableOf(of('Harbour Media'), 'Stations')?.map(([name]) => name)).toEqual(
      all.station_stats.map(({ name }) => name),
    );
    expect(
      fileOf(of('Harbour Media'))
        .slice(1)
        .map((line) => Number(line[2])),
    ).toEqual(all.hour_stats.map(({ stats }) => stats.calls));
    expect(tableOf(of('Harbour Wave'), 'Key metrics')?.[2]).toEqual(['Call minutes', '30', '0', 'new']);
    expect(tableOf(of('Harbour Wave'), 'Numbers')?.[0]?.[0]).toBe('+49301234567');
    expect(of('Harbour Wave')?.action?.url).toContain(`/stations/${station}/analytics/ctl?period=custom`);
  });

  it('is not sent, and can’t be created, where the brand has no such statistics', async () => {
    await add({ kind: 'ctl' });
    const { brand } = rig.deps;
    const without = { ...rig.deps, brand: { ...brand, flags: { ...brand.flags, ctlAnalytics: false } } };
    rig.time.now = Date.parse(due);
    await planReports(without);
    const [{ id }] = (await rig.deps.db.selectFrom('report_mailings').select('id').execute()) as [{ id: string }];
    await sendReport(without, id);
    expect(rig.box.letters).toEqual([]);
    expect((await one())?.last).toMatchObject({ sent: 0, failed: 1, open: false });
    expect((await one())?.last?.reasons.join()).toContain('no longer available');
    const context = { scope: 'account' as const, account };
    const who: Person = { ...person, first_name: '', last_name: '', isPortalAdmin: false };
    expect((await listReports(without, context, who)).entities).toMatchObject([{ kind: 'ctl', next: null }]);
    const newReport = { ...plan({ weekday: 1 }), weekday: 1, kind: 'ctl' as const };
    await expect(addReport(without, context, who, newReport)).rejects.toMatchObject({ code: 'report.notOffered' });
  });
});

describe('a scheduled app report', () => {
  it('shows the account and one of its stations as their page does', async () => {
    const second = await rig.portal.make.station(account, { name: 'Second Wave' });
    await playedInApp(station, noon, 30);
    await playedInApp(second, noon, 12);
    await add({ kind: 'app' });
    const ofOne = await add({ kind: 'app', stationKey: second });
    expect(ofOne).toMatchObject({ about: { key: second, name: 'Second Wave' }, timezone: 'UTC' });
    const sentEmails = await rig.planAt('2026-11-22T07:00:00Z');
    expect(sentEmails.map(({ subject }) => subject).toSorted()).toEqual([
      'Harbour Media: app listening on 21 November 2026',
      'Second Wave: app listening on 21 November 2026',
    ]);
    const of = (name: string) => sentEmails.find(({ subject }) => subject.startsWith(name));
    const page = await client.ok(appStats.account, {
      params: { id: account, type: 'day' },
      query: { ...today, frequency: 'hour' },
    });
    const { sessions, minutes } = page.period_stats.stats;
    expect([sessions, minutes]).toEqual([2, 42]);
    expect(tableOf(of('Harbour'), 'Key metrics')?.map((row) => row.slice(0, 2))).toEqual([
      ['App minutes', '42'],
      ['App sessions', '2'],
      ['App listeners', '1'],
      ['Average session', '21.0 min'],
    ]);
    expect(tableOf(of('Harbour'), 'Platforms')?.[0]?.[0]).toBe('iOS');
    expect(tableOf(of('Second'), 'Key metrics')?.[0]?.[1]).toBe('12');
    expect(of('Second')?.action?.url).toContain(`station=${second}`);
    expect(
      fileOf(of('Harbour'))
        .slice(1)
        .map((line) => Number(line[3])),
    ).toEqual(page.hour_stats.map(({ stats }) => Number(stats.minutes.toFixed(3))));
  });
});

describe('a report', () => {
  it('covers only what belongs to its account and is visible to the user', async () => {
    const elsewhere = await rig.portal.make.account();
    const foreign = await rig.portal.make.podcast(elsewhere, { title: 'Not theirs' });
    const foreignStation = await rig.portal.make.station(elsewhere);
    const ask = async (more: object) => {
      const { status, json } = await client.call(api.addReportOfAccount, { ...ofAccount(), body: plan(more) });
      return [status, json.error?.code];
    };
    expect(await ask({ kind: 'podcasts', podcastKey: foreign })).toEqual([404, 'podcast.notFound']);
    expect(await ask({ kind: 'app', stationKey: foreignStation })).toEqual([404, 'station.notFound']);
    // A user with access to two accounts can’t report on one’s stations from the other.
    await rig.portal.make.accountMember(elsewhere, person, 'owner');
    expect(await ask({ kind: 'podcasts', podcastKey: foreign })).toEqual([404, 'podcast.notFound']);
    expect(await ask({ kind: 'app', stationKey: foreignStation })).toEqual([404, 'station.notFound']);
    expect(await ask({ kind: 'ctl', podcastKey: podcast })).toEqual([409, 'report.otherKind']);
    expect(await ask({ kind: 'streaming', stationKey: station })).toEqual([409, 'report.otherKind']);
    expect((await ask({ kind: 'royalty' }))[0]).toBe(400);
    const body = plan({ kind: 'podcasts' }) as never;
    expect((await client.call(api.addReportOfStation, { params: { key: station }, body })).status).toBe(400);
  });

  it('keeps its subject when it is changed', async () => {
    const { id } = await add({ kind: 'podcasts', podcastKey: podcast });
    const body = { every: 'month' as const, hour: 9, emails: [person.email] };
    const changed = await client.ok(api.changeReportOfAccount, { params: { id: account, reportId: id }, body });
    expect(changed).toMatchObject({ kind: 'podcasts', every: 'month', about: { key: podcast } });
  });
});
