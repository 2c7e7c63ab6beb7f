import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { monitoring } from '#contract/api/monitoring.ts';
import { startAlertRig } from './testing/alert-rig.ts';

let rig: Awaited<ReturnType<typeof startAlertRig>>;

beforeAll(async () => {
  rig = await startAlertRig();
});
beforeEach(() => rig.setUp());
afterAll(() => rig.close());

it('an address can unsubscribe with the link in each e-mail or with one click in the mail program, and subscribe again', async () => {
  const { owner, key, account } = rig.at();
  const member = await rig.portal.make.person();
  await rig.portal.make.accountMember(account, member, 'admin');
  await rig.set({ emails: ['ops@wave.test', member.email] });
  await owner.ok(monitoring.test, { params: { key } });
  await rig.delivered(2);
  for (const email of ['ops@wave.test', member.email]) {
    const message = rig.box.emails.find(({ to }) => [to].flat()[0]?.text === email);
    const { url } = (message!.headers.get('list') as unknown as { unsubscribe: { url: string } }).unsubscribe;
    expect(String(message?.headerLines.find(({ key: name }) => name === 'list-unsubscribe-post')?.line)).toContain(
      'List-Unsubscribe=One-Click',
    );
    expect(message?.text?.replaceAll(/\s/g, '')).toContain(url);
    const link = rig.portal.url + new URL(url).pathname + new URL(url).search;
    const page = await fetch(link);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Unsubscribe')]);
    expect((await owner.ok(monitoring.alerts, { params: { key } })).waiting).not.toContain(email);
    const oneClick = {
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    };
    // Mail programs may send it twice.
    for (const _ of [1, 2]) expect((await fetch(link, oneClick)).status).toBe(200);
    expect((await owner.ok(monitoring.alerts, { params: { key } })).waiting).toContain(email);
  }
  expect((await owner.ok(monitoring.test, { params: { key } })).emails).toEqual([]);
  rig.plays('silence');
  await rig.set({ link: true });
  await rig.advance(40);
  await rig.portal.drain();
  expect(await rig.alerts()).toMatchObject([{ kind: 'offline', letters: 0 }]);

  const [message] = rig.box.emails;
  const stop = /\/alerts\/stop\?token=\S+/.exec(message?.text ?? '')?.[0] ?? '';
  const html = await (await fetch(rig.portal.url + stop)).text();
  const resume = /action="([^"]+)"/.exec(html)?.[1] ?? '';
  expect((await fetch(rig.portal.url + resume, { method: 'POST' })).status).toBe(200);
  expect((await owner.ok(monitoring.test, { params: { key } })).emails).toHaveLength(1);
  for (const forged of ['', 'x.y', `${'0'.repeat(8)}-0000-4000-8000-000000000000.abc`])
    expect((await fetch(`${rig.portal.url}/alerts/stop?token=${forged}`, { method: 'POST' })).status).toBe(404);
  await rig.delivered(3);
});
