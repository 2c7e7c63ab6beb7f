import { afterAll, beforeAll, expect, it } from 'vitest';
import { monitoring } from '#contract/api/monitoring.ts';
import { session } from '#contract/api/session.ts';
import { startAlertRig } from './testing/alert-rig.ts';

let rig: Awaited<ReturnType<typeof startAlertRig>>;
beforeAll(async () => {
  rig = await startAlertRig();
  await rig.setUp();
});
afterAll(() => rig.close());

it('alerts go to no member who does without them, but a test does', async () => {
  const { key, account, owner } = rig.at();
  const [quiet, other] = [await rig.portal.make.person(), await rig.portal.make.person()];
  for (const member of [quiet, other]) await rig.portal.make.accountMember(account, member, 'admin');
  const client = await rig.portal.as(quiet);
  await client.ok(session.changeWantedEmails, { body: { alerts: false } });
  await rig.set({ emails: [quiet.email, other.email] });
  rig.plays('none');
  await rig.advance(60);
  const subjects = await rig.delivered(1);
  expect(subjects[0]).toContain(other.email);
  await owner.ok(monitoring.test, { params: { key } });
  expect((await rig.delivered(3)).join()).toContain(`Test alert of Harbour Wave → ${quiet.email}`);
});
