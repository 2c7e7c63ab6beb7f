import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StationKey } from '#contract/rules/keys.ts';
import { reportViews as api } from '#contract/api/report-views.ts';
import type { TestClient } from '#server/testing/client.ts';
import type { TestPerson } from '#server/testing/make.ts';
import { queueConfirmations, workConfirmations } from './confirm-recipients.ts';
import { reportRig } from './testing/report-rig.ts';

/** A Saturday, 15:00 in Berlin. */
const start = Date.UTC(2026, 10, 21, 14);
const hour = 3_600_000;
let rig: Awaited<ReturnType<typeof reportRig>>;
let station: StationKey;
let person: TestPerson;
let client: TestClient;

beforeAll(async () => {
  rig = await reportRig(start);
});
afterAll(() => rig.close());
beforeEach(async () => {
  ({ station, person, client } = await rig.begin());
});

const daily = { every: 'day' as const, weekday: 1, hour: 7 };
const add = async (more: object = {}) =>
  await client.ok(api.addReportOfStation, {
    params: { key: station },
    body: { ...daily, emails: [person.email], ...more },
  });
const one = async () => (await client.ok(api.reportsOfStation, { params: { key: station } })).entities[0];
const linkIn = (text: string | undefined): string => {
  const url = new URL(/https?:\S+/.exec(text ?? '')?.[0] ?? 'http://nowhere');
  return url.pathname + url.search;
};

describe('a recipient without access to the analytics', () => {
  const stranger = 'agency@elsewhere.test';
  const confirmationEmail = async () => {
    await queueConfirmations(rig.deps);
    // The e-mail is sent before its secret is stored.
    const open = () => rig.deps.db.selectFrom('report_recipients').select('id').where('state', '=', 'asked').where('confirmation_sent', 'is', null).execute(); // oxfmt-ignore
    await expect.poll(open, { timeout: 45_000 }).toEqual([]);
    return rig.box.letters.find(({ to }) => to === stranger);
  };
  beforeAll(async () => {
    const { jobs } = rig.portal.kernel;
    await workConfirmations({ ...rig.deps, jobs });
  });

  it('gets nothing before confirming by the link, which only asks when it is fetched', async () => {
    const firstReport = await add({ emails: [person.email, stranger] });
    expect(firstReport.recipients).toContainEqual({ email: stranger, state: 'asked' });
    expect((await rig.planAt('2026-11-22T06:00:00Z')).map(({ to }) => to)).toEqual([person.email]);
    const question = await confirmationEmail();
    const link = linkIn(question?.action?.url);
    const nobody = await rig.portal.as(undefined);
    const look = await nobody.send('GET', link);
    expect([look.status, await look.text()]).toEqual([200, expect.stringContaining('Confirm')]);
    expect((await one())?.recipients).toContainEqual({ email: stranger, state: 'asked' });
    const confirmed = await nobody.send('POST', link, 'x=1', { 'content-type': 'application/x-www-form-urlencoded' });
    expect([confirmed.status, await confirmed.text()]).toEqual([200, expect.stringContaining('now receives')]);
    expect((await rig.planAt('2026-11-23T06:00:00Z')).map(({ to }) => to).sort()).toEqual(
      [stranger, person.email].sort(),
    );
    const stored = await rig.deps.db
      .selectFrom('report_recipients')
      .selectAll()
      .where('email', '=', stranger)
      .execute();
    expect(JSON.stringify(stored)).not.toContain(link.split('token=')[1]);

    const secondReport = await add({ emails: [stranger] });
    expect(secondReport.recipients).toEqual([{ email: stranger, state: 'confirmed' }]);
  });

  it('sees a clear page when a link is wrong or expired', async () => {
    await add({ emails: [stranger] });
    const link = linkIn((await confirmationEmail())?.action?.url);
    const nobody = await rig.portal.as(undefined);
    expect((await nobody.send('GET', `${link}x`)).status).toBe(404);
    rig.time.now += 8 * 24 * hour;
    expect((await nobody.send('POST', link)).status).toBe(404);
    for (const wrong of ['', '?token=', '?token=x.y', `?token=${'0'.repeat(8)}-0000-4000-8000-000000000000.abc`])
      expect((await nobody.send('POST', `/reports/unsubscribe${wrong}`)).status).toBe(404);
  });

  it('is asked a few times a day at most', async () => {
    const emails = ['often@elsewhere.test'];
    for (let n = 0; n < 3; n++) await add({ emails });
    const refused = await client.call(api.addReportOfStation, { params: { key: station }, body: { ...daily, emails } });
    expect([refused.status, refused.json.error.code]).toEqual([429, 'report.askedOften']);
    rig.time.now += 25 * hour;
    await add({ emails });
  });

  it('can unsubscribe by the link in each e-mail, signed out, and by one click in the mail program', async () => {
    await add();
    const [reportEmail] = await rig.planAt('2026-11-22T06:00:00Z');
    const link = linkIn(reportEmail?.unsubscribeUrl);
    expect(reportEmail?.closing).toContain(reportEmail?.unsubscribeUrl);
    const nobody = await rig.portal.as(undefined);
    expect(await (await nobody.send('GET', link)).text()).toContain('Unsubscribe');
    expect(await rig.planAt('2026-11-23T06:00:00Z')).toHaveLength(1);
    const stopped = await nobody.send('POST', link, 'List-Unsubscribe=One-Click', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(stopped.status).toBe(200);
    expect(await rig.planAt('2026-11-24T06:00:00Z')).toEqual([]);
    expect(await one()).toMatchObject({ next: null, recipients: [{ state: 'unsubscribed' }] });
    const { id } = (await one())!;
    const nobodyLeft = await client.call(api.sendReportOfStation, { params: { key: station, reportId: id } });
    expect([nobodyLeft.status, nobodyLeft.json.error.code]).toEqual([409, 'report.nobody']);
    // After unsubscribing, any address must confirm before anything is sent again.
    const secondReport = await add();
    expect(secondReport.recipients).toMatchObject([{ state: 'asked' }]);
  });
});
