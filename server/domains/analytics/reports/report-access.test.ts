import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccountKey } from '#contract/rules/keys.ts';
import { people } from '#contract/api/people.ts';
import type { ReportKind } from '#contract/api/report-schedule.ts';
import { reportViews as api } from '#contract/api/report-views.ts';
import type { TestClient } from '#server/testing/client.ts';
import type { TestPerson } from '#server/testing/make.ts';
import { planReports } from './plan-reports.ts';
import { queueMailings } from './send-report.ts';
import { reportRig } from './testing/report-rig.ts';

/** A Saturday, 15:00 in Berlin. */
const start = Date.UTC(2026, 10, 21, 14);
/** When that day’s report is due in Berlin. */
const due = '2026-11-22T06:00:00Z';
const nextDue = '2026-11-23T06:00:00Z';

let rig: Awaited<ReturnType<typeof reportRig>>;
let account: AccountKey;
let person: TestPerson;
let client: TestClient;

beforeAll(async () => {
  rig = await reportRig(start);
}, 120_000);
afterAll(() => rig.close());
beforeEach(async () => {
  ({ account, person, client } = await rig.begin());
}, 60_000);

const ofAccount = () => ({ params: { id: account } });
const add = async ({ kind, emails = [person.email] }: { kind: ReportKind; emails?: string[] }) =>
  await client.ok(api.addReportOfAccount, { ...ofAccount(), body: { every: 'day', hour: 7, emails, kind } });

describe.each(['streaming', 'podcasts', 'ctl', 'app'] as const)('a scheduled %s report', (kind) => {
  it('says so if there was no listening', async () => {
    await add({ kind });
    const [reportEmail] = await rig.planAt(due);
    expect(reportEmail?.paragraphs[0]).toMatch(/^No.* \(21 November 2026, /);
  });

  it('is not sent to users who lost access, even after planning, but to outside addresses that confirmed', async () => {
    const outside = `agency-${kind}@elsewhere.test`;
    await add({ kind, emails: [person.email, outside] });
    await rig.deps.db
      .updateTable('report_recipients')
      .set({ state: 'confirmed', confirmed_by_email: true, confirmation_sent: new Date(start) })
      .where('email', '=', outside)
      .execute();
    rig.time.now = Date.parse(due);
    await planReports(rig.deps);
    await queueMailings(rig.deps);
    const admin = await rig.portal.make.person();
    await rig.portal.make.accountMember(account, admin, 'owner');
    const other = await rig.portal.as(admin);
    await other.ok(people.removeFromAccount, { params: { id: account, role: 'owner', userId: person.id } });
    const sent = (await rig.sendAll()).map(({ to }) => to);
    expect(sent).toEqual([outside]);
    const listed = await other.ok(api.reportsOfAccount, ofAccount());
    expect(listed.entities[0]?.recipients.find(({ email }) => email === person.email)?.state).toBe('noAccess');
    expect(listed.entities[0]?.last).toMatchObject({ sent: 1, failed: 1, open: false });
    expect(listed.entities[0]?.last?.reasons).toEqual(['Recipients who lost access to these analytics were skipped.']);
    expect((await rig.planAt(nextDue)).map(({ to }) => to)).toEqual([outside]);
  });
});
