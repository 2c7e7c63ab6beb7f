import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StationState } from '#contract/engine/engine.ts';
import { monitoring } from '#contract/api/monitoring.ts';
import { stations } from '#contract/api/stations.ts';
import { deleteOldAlerts } from './monitoring.work.ts';
import { startAlertRig } from './testing/alert-rig.ts';

const minute = 60;
let rig: Awaited<ReturnType<typeof startAlertRig>>;

beforeAll(async () => {
  rig = await startAlertRig();
});
beforeEach(() => rig.setUp());
afterAll(() => rig.close());

describe('a station without a source', () => {
  it('opens an alert after the set time and closes it after a steady minute, with one e-mail per address', async () => {
    rig.plays('live');
    await rig.advance(20);
    rig.plays('silence');
    await rig.advance(25);
    expect(await rig.alerts()).toEqual([]);
    const began = rig.at().state.source_since ?? 0;
    await rig.advance(10);
    expect(await rig.alerts()).toMatchObject([
      { kind: 'offline', began: new Date(began).toISOString(), ended: null, count: 1 },
    ]);
    expect(await rig.delivered(2)).toEqual([
      'Harbour Wave: the station is offline → night@wave.test',
      'Harbour Wave: the station is offline → ops@wave.test',
    ]);
    expect(rig.box.emails[0]?.text).toContain('21 Nov 2026, 21:00:20 CET');
    expect(rig.box.emails[0]?.text).toContain(
      `https://radio.example.org/accounts/${rig.at().account}/stations/${rig.at().key}`,
    );

    await rig.advance(10 * minute);
    rig.plays('autodj');
    await rig.advance(55);
    expect(await rig.alerts()).toMatchObject([{ ended: null }]);
    await rig.advance(10);
    expect(await rig.alerts()).toMatchObject([
      { ended: new Date(rig.at().state.source_since ?? 0).toISOString(), outcome: 'recovered', count: 1 },
    ]);
    expect(await rig.delivered(4)).toContain(
      'Harbour Wave: the station is back on the air after 11 minutes → ops@wave.test',
    );
    await expect.poll(rig.alerts).toMatchObject([{ letters: 4 }]);
    await rig.advance(2 * minute);
    await rig.delivered(4);
  });

  it('is notified only once more if the fault comes and goes', async () => {
    for (let i = 0; i < 8; i++) {
      rig.plays('silence');
      await rig.advance(minute);
      rig.plays('live');
      await rig.advance(2 * minute);
      // An e-mail describes the state at the time it is written.
      if (i === 0) await rig.delivered(4);
    }
    const [alert, ...more] = await rig.alerts();
    expect(more).toEqual([]);
    expect(alert).toMatchObject({ ended: null, count: 8 });
    expect((await rig.delivered(6)).filter((one) => one.includes('ops@'))).toEqual([
      'Harbour Wave: the station is back on the air after 1 minute → ops@wave.test',
      'Harbour Wave: the station is offline again → ops@wave.test',
      'Harbour Wave: the station is offline → ops@wave.test',
    ]);
    await rig.advance(9 * minute);
    expect((await rig.delivered(8)).join()).toContain('the station is back on the air after');
    expect(rig.box.emails.at(-1)?.text).toContain('It happened 8 times in that period.');
  });

  it('opens no alert for short outages', async () => {
    for (let i = 0; i < 5; i++) {
      rig.plays('silence');
      await rig.advance(25);
      rig.plays('live');
      await rig.advance(minute);
    }
    await rig.portal.drain();
    expect(await rig.alerts()).toEqual([]);
    expect(rig.box.emails).toEqual([]);
  });

  it('is notified once across restarts of the portal, including outages during a restart', async () => {
    rig.plays('silence');
    await rig.at().watch.stop();
    rig.skip(10 * minute);
    await rig.restart();
    await rig.advance(5);
    await rig.restart();
    await rig.advance(minute);
    await rig.delivered(2);
    expect(rig.box.emails[0]?.text).toContain('the station is offline');
    await rig.restart();
    rig.plays('live');
    await rig.advance(30);
    await rig.restart();
    await rig.advance(2 * minute);
    await rig.delivered(4);
    await rig.restart();
    await rig.advance(5 * minute);
    await rig.portal.drain();
    expect(rig.box.emails).toHaveLength(4);
    expect(await rig.alerts()).toMatchObject([{ outcome: 'recovered', count: 1 }]);
  });

  it('causes one alert and one e-mail per address even with two portals', async () => {
    const { watch, listener } = rig.at();
    const other = rig.startWatch();
    rig.plays('silence');
    listener.state(rig.at().state as StationState);
    rig.skip(40);
    await Promise.all([watch.check(), other.check(), watch.check(), other.check()]);
    expect(await rig.alerts()).toHaveLength(1);
    await rig.delivered(2);
    await other.stop();
  });

  it('is notified once the mail server is back', async () => {
    rig.box.refuse(true);
    rig.plays('silence');
    await rig.advance(40);
    await rig.portal.drain();
    await vi.waitFor(() => expect(rig.box.refused()).toBeGreaterThan(1), { timeout: 30_000 });
    expect(rig.box.emails).toEqual([]);
    rig.box.refuse(false);
    await rig.delivered(2);
  });

  it('sends at most twenty notifications a day', async () => {
    const outage = async (): Promise<void> => {
      rig.plays('silence');
      await rig.advance(35);
      rig.plays('live');
      await rig.advance(70);
      rig.skip(25 * minute);
    };
    await rig.set({ emails: ['ops@wave.test'] });
    for (let i = 0; i < 25; i++) await outage();
    expect(await rig.alerts()).toHaveLength(25);
    await rig.delivered(2 * 20);
    rig.skip(24 * 60 * minute);
    await outage();
    await rig.delivered(2 * 21);
  }, 240_000);
});

describe('an alert', () => {
  it('ends without an e-mail if the station is stopped or monitoring is turned off', async () => {
    rig.plays('silence');
    await rig.advance(40);
    await rig.delivered(2);
    rig.plays('none', { status: 'inactive' });
    await rig.advance(2 * minute);
    expect(await rig.alerts()).toMatchObject([{ outcome: 'stopped' }]);
    rig.plays('silence');
    await rig.advance(20 * minute);
    await rig.set({ link: false });
    await rig.advance(5);
    expect((await rig.alerts()).map(({ outcome }) => outcome)).toEqual(['stopped', 'stopped']);
    // Two for the first, two for the second, and none for their end.
    await rig.delivered(4);
    await rig.advance(5 * minute);
    await rig.delivered(4);
  });

  it('is deleted a year after its end; an open one never', async () => {
    rig.plays('silence');
    await rig.advance(40);
    rig.plays('live', { encoder_lost: null });
    await rig.advance(70);
    rig.skip(30 * minute);
    rig.plays('silence');
    await rig.advance(40);
    await rig.delivered(6);
    await deleteOldAlerts(rig.portal.kernel);
    expect(await rig.alerts()).toHaveLength(2);
    rig.skip(366 * 24 * 60 * minute);
    await deleteOldAlerts(rig.portal.kernel);
    expect(await rig.alerts()).toMatchObject([{ ended: null }]);
  });

  it('is opened for dead air measured by the engine', async () => {
    const dead_air = rig.now().getTime();
    rig.plays('live', { loudness: -71, dead_air, sound_since: null });
    await rig.advance(40);
    expect(await rig.delivered(2)).toContain('Harbour Wave: dead air → ops@wave.test');
    rig.plays('live', { loudness: -18, dead_air: null, sound_since: rig.now().getTime() });
    await rig.advance(70);
    expect(await rig.delivered(4)).toContain('Harbour Wave: audio is back after 40 seconds → ops@wave.test');
  });

  it('is opened for a missing encoder only if enabled', async () => {
    rig.plays('autodj', { encoder_lost: rig.now().getTime() });
    await rig.advance(minute);
    expect(await rig.alerts()).toEqual([]);
    await rig.set({ kinds: ['encoder'] });
    await rig.advance(5);
    expect(await rig.alerts()).toMatchObject([{ kind: 'encoder', ended: null }]);
  });

  it('is opened for every monitored station when the engine is unreachable', async () => {
    rig.plays('live');
    await rig.advance(10);
    rig.at().listener.lost();
    await rig.advance(25);
    rig.at().listener.lost();
    expect(await rig.alerts()).toEqual([]);
    await rig.advance(10);
    expect(await rig.alerts()).toMatchObject([{ kind: 'offline', ended: null }]);
    rig.at().listener.connected();
    await rig.advance(5);
    expect(await rig.alerts()).toMatchObject([{ ended: null }]);
    rig.plays('live');
    await rig.advance(70);
    expect(await rig.alerts()).toMatchObject([{ outcome: 'recovered' }]);
  });
});

describe('the endpoints', () => {
  it('send a test to every address, even if monitoring is off', async () => {
    await rig.set({ link: false });
    const { owner, key } = rig.at();
    const sent = await owner.ok(monitoring.test, { params: { key } });
    expect(sent.emails).toEqual(['ops@wave.test', 'night@wave.test']);
    expect(await rig.delivered(2)).toContain('Test alert of Harbour Wave → ops@wave.test');
    expect(await rig.alerts()).toEqual([]);
  });

  it('refuse a sixth test within ten minutes', async () => {
    const { owner, key } = rig.at();
    await rig.set({ emails: ['ops@wave.test'] });
    for (let i = 0; i < 5; i++) await owner.ok(monitoring.test, { params: { key } });
    const reply = await owner.call(monitoring.test, { params: { key } });
    expect([reply.status, reply.json]).toMatchObject([429, { error: { code: 'monitoring.tooManyTests' } }]);
    rig.skip(11 * minute);
    expect((await owner.call(monitoring.test, { params: { key } })).status).toBe(200);
    await rig.delivered(6);
  });

  it('ask an address to confirm first, without links from a station’s name', async () => {
    const { owner, key } = rig.at();
    const name = 'Win at evil.example now';
    await owner.ok(stations.update, { params: { key }, body: { name } });
    await rig.set({ emails: ['stranger@wave.test'] });
    const sent = await owner.ok(monitoring.test, { params: { key } });
    expect(sent).toEqual({ emails: [], waiting: ['stranger@wave.test'] });
    await owner.ok(monitoring.test, { params: { key } });
    const [subject] = await rig.delivered(1);
    expect(subject).toBe('Do you want to receive alerts of a radio station? → stranger@wave.test');
    const [message] = rig.box.emails;
    expect(message?.text).not.toMatch(/evil\.example/);
    expect((await owner.ok(monitoring.alerts, { params: { key } })).waiting).toEqual(['stranger@wave.test']);

    const link = /\/alerts\/confirm\?token=\S+/.exec(message?.text ?? '')?.[0] ?? '';
    const page = await fetch(rig.portal.url + link);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Subscribe')]);
    expect((await owner.ok(monitoring.alerts, { params: { key } })).waiting).toEqual(['stranger@wave.test']);
    expect((await fetch(rig.portal.url + link, { method: 'POST' })).status).toBe(200);
    expect((await owner.ok(monitoring.test, { params: { key } })).emails).toEqual(['stranger@wave.test']);
    expect((await fetch(`${rig.portal.url}/alerts/confirm?token=guessed`, { method: 'POST' })).status).toBe(404);
    await rig.delivered(2);
  });

  it('need no confirmation for the verified address of a member', async () => {
    const { key, account, owner } = rig.at();
    const member = await rig.portal.make.person();
    await rig.portal.make.accountMember(account, member, 'admin');
    await rig.set({ emails: [member.email] });
    expect(await owner.ok(monitoring.test, { params: { key } })).toEqual({ emails: [member.email], waiting: [] });
    await rig.delivered(1);
  });

  it('refuse a test without an address', async () => {
    await rig.set({ emails: [] });
    const { owner, key } = rig.at();
    const reply = await owner.call(monitoring.test, { params: { key } });
    expect([reply.status, reply.json]).toMatchObject([409, { error: { code: 'monitoring.noAddress' } }]);
  });

  it('refuse thresholds out of range', async () => {
    for (const wrong of [{ threshold: -71 }, { threshold: 0 }, { duration: 9 }, { repeat_minutes: 0.5 }]) {
      const reply = await rig.set(wrong);
      expect(reply.status).toBe(400);
    }
    expect((await rig.set({ threshold: -60, duration: 10, repeat_minutes: 5, kinds: [] })).status).toBe(200);
    const { owner, key } = rig.at();
    const { monitoring_settings } = await owner.ok(stations.get, { params: { key } });
    expect(monitoring_settings).toMatchObject({ threshold: -60, duration: 10, repeat_minutes: 5, kinds: [] });
  });
});
