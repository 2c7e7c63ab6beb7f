import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StationState } from '#contract/engine.ts';
import { monitoring } from '#contract/monitoring.ts';
import { stations } from '#contract/stations.ts';
import { forgetOldAlerts } from './monitoring.work.ts';
import { startAlertRig } from './testing/alert-rig.ts';

const minute = 60;
let rig: Awaited<ReturnType<typeof startAlertRig>>;

beforeAll(async () => {
  rig = await startAlertRig();
});
beforeEach(() => rig.fresh());
afterAll(() => rig.close());

describe('a station that goes silent for want of anything', () => {
  it('is an alert after its time, and a recovery after a steady minute, each told once to each address', async () => {
    rig.plays('live');
    await rig.goOn(20);
    rig.plays('silence');
    await rig.goOn(25);
    expect(await rig.alerts()).toEqual([]);
    const began = rig.at().told.source_since ?? 0;
    await rig.goOn(10);
    expect(await rig.alerts()).toMatchObject([
      { kind: 'offline', began: new Date(began).toISOString(), ended: null, count: 1 },
    ]);
    expect(await rig.delivered(2)).toEqual([
      'Harbour Wave: the station is offline → night@wave.test',
      'Harbour Wave: the station is offline → ops@wave.test',
    ]);
    expect(rig.box.letters[0]?.text).toContain('21 Nov 2026, 21:00:20 CET');
    expect(rig.box.letters[0]?.text).toContain(
      `https://radio.example.org/accounts/${rig.at().account}/stations/${rig.at().key}`,
    );

    await rig.goOn(10 * minute);
    rig.plays('autodj');
    await rig.goOn(55);
    expect(await rig.alerts()).toMatchObject([{ ended: null }]);
    await rig.goOn(10);
    expect(await rig.alerts()).toMatchObject([
      { ended: new Date(rig.at().told.source_since ?? 0).toISOString(), outcome: 'recovered', count: 1, letters: 2 },
    ]);
    expect(await rig.delivered(4)).toContain(
      'Harbour Wave: the station is back on the air after 11 minutes → ops@wave.test',
    );
    await rig.goOn(2 * minute);
    await rig.delivered(4);
  });

  it('is told once more where it comes and goes, however often it does', async () => {
    for (let i = 0; i < 8; i++) {
      rig.plays('silence');
      await rig.goOn(minute);
      rig.plays('live');
      await rig.goOn(2 * minute);
      // A letter says how it is when it is written, however late that is.
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
    await rig.goOn(9 * minute);
    expect((await rig.delivered(8)).join()).toContain('the station is back on the air after');
    expect(rig.box.letters.at(-1)?.text).toContain('It happened 8 times meanwhile.');
  });

  it('is nothing where it lasts shorter', async () => {
    for (let i = 0; i < 5; i++) {
      rig.plays('silence');
      await rig.goOn(25);
      rig.plays('live');
      await rig.goOn(minute);
    }
    await rig.portal.drain();
    expect(await rig.alerts()).toEqual([]);
    expect(rig.box.letters).toEqual([]);
  });

  it('is told once over any restart of the portal, and what happened meanwhile when it is back', async () => {
    rig.plays('silence');
    await rig.at().watch.stop();
    rig.pass(10 * minute);
    await rig.restart();
    await rig.goOn(5);
    await rig.restart();
    await rig.goOn(minute);
    await rig.delivered(2);
    expect(rig.box.letters[0]?.text).toContain('the station is offline');
    await rig.restart();
    rig.plays('live');
    await rig.goOn(30);
    await rig.restart();
    await rig.goOn(2 * minute);
    await rig.delivered(4);
    await rig.restart();
    await rig.goOn(5 * minute);
    await rig.portal.drain();
    expect(rig.box.letters).toHaveLength(4);
    expect(await rig.alerts()).toMatchObject([{ outcome: 'recovered', count: 1 }]);
  });

  it('is one alert and one letter to each though two portals watch', async () => {
    const { watch, listener } = rig.at();
    const other = rig.begin();
    rig.plays('silence');
    listener.state(rig.at().told as StationState);
    rig.pass(40);
    await Promise.all([watch.look(), other.look(), watch.look(), other.look()]);
    expect(await rig.alerts()).toHaveLength(1);
    await rig.delivered(2);
    await other.stop();
  });

  it('is told when the mail server is back', async () => {
    rig.box.refuse(true);
    rig.plays('silence');
    await rig.goOn(40);
    await rig.portal.drain();
    await vi.waitFor(() => expect(rig.box.refused()).toBeGreaterThan(1), { timeout: 30_000 });
    expect(rig.box.letters).toEqual([]);
    rig.box.refuse(false);
    await rig.delivered(2);
  });

  it('writes at most twenty times a day', async () => {
    const comeAndGo = async (): Promise<void> => {
      rig.plays('silence');
      await rig.goOn(35);
      rig.plays('live');
      await rig.goOn(70);
      rig.pass(25 * minute);
    };
    await rig.set({ emails: ['ops@wave.test'] });
    for (let i = 0; i < 25; i++) await comeAndGo();
    expect(await rig.alerts()).toHaveLength(25);
    await rig.delivered(2 * 20);
    rig.pass(24 * 60 * minute);
    await comeAndGo();
    await rig.delivered(2 * 21);
  }, 240_000);
});

describe('an alert', () => {
  it('ends without a letter where the station is stopped or no longer watched', async () => {
    rig.plays('silence');
    await rig.goOn(40);
    await rig.delivered(2);
    rig.plays('none', { status: 'inactive' });
    await rig.goOn(2 * minute);
    expect(await rig.alerts()).toMatchObject([{ outcome: 'stopped' }]);
    rig.plays('silence');
    await rig.goOn(20 * minute);
    await rig.set({ link: false });
    await rig.goOn(5);
    expect((await rig.alerts()).map(({ outcome }) => outcome)).toEqual(['stopped', 'stopped']);
    // Two of the first, two of the second, and none that either is over.
    await rig.delivered(4);
    await rig.goOn(5 * minute);
    await rig.delivered(4);
  });

  it('is forgotten a year after its end, an open one never', async () => {
    rig.plays('silence');
    await rig.goOn(40);
    rig.plays('live', { encoder_lost: null });
    await rig.goOn(70);
    rig.pass(30 * minute);
    rig.plays('silence');
    await rig.goOn(40);
    await rig.delivered(6);
    await forgetOldAlerts(rig.portal.kernel);
    expect(await rig.alerts()).toHaveLength(2);
    rig.pass(366 * 24 * 60 * minute);
    await forgetOldAlerts(rig.portal.kernel);
    expect(await rig.alerts()).toMatchObject([{ ended: null }]);
  });

  it('is opened for dead air that the engine measured, by the thresholds it was given', async () => {
    const dead_air = rig.now().getTime();
    rig.plays('live', { loudness: -71, dead_air, sound_since: null });
    await rig.goOn(40);
    expect(await rig.delivered(2)).toContain('Harbour Wave: dead air → ops@wave.test');
    rig.plays('live', { loudness: -18, dead_air: null, sound_since: rig.now().getTime() });
    await rig.goOn(70);
    expect(await rig.delivered(4)).toContain('Harbour Wave: sound is back after 40 seconds → ops@wave.test');
  });

  it('is opened for a missing encoder only where that is asked for', async () => {
    rig.plays('autodj', { encoder_lost: rig.now().getTime() });
    await rig.goOn(minute);
    expect(await rig.alerts()).toEqual([]);
    await rig.set({ kinds: ['encoder'] });
    await rig.goOn(5);
    expect(await rig.alerts()).toMatchObject([{ kind: 'encoder', ended: null }]);
  });

  it('is opened for every watched station when the engine is gone', async () => {
    rig.plays('live');
    await rig.goOn(10);
    rig.at().listener.lost();
    await rig.goOn(25);
    rig.at().listener.lost();
    expect(await rig.alerts()).toEqual([]);
    await rig.goOn(10);
    expect(await rig.alerts()).toMatchObject([{ kind: 'offline', ended: null }]);
    rig.at().listener.connected();
    await rig.goOn(5);
    expect(await rig.alerts()).toMatchObject([{ ended: null }]);
    rig.plays('live');
    await rig.goOn(70);
    expect(await rig.alerts()).toMatchObject([{ outcome: 'recovered' }]);
  });
});

describe('the calls', () => {
  it('send a test to every address, whether alerts are on or not', async () => {
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
    rig.pass(11 * minute);
    expect((await owner.call(monitoring.test, { params: { key } })).status).toBe(200);
    await rig.delivered(6);
  });

  it('ask an address before anything else is sent to it, without the bait in a station’s name', async () => {
    const { owner, key } = rig.at();
    const name = 'Win at evil.example now';
    await owner.ok(stations.update, { params: { key }, body: { name } });
    await rig.set({ emails: ['stranger@wave.test'] });
    const sent = await owner.ok(monitoring.test, { params: { key } });
    expect(sent).toEqual({ emails: [], waiting: ['stranger@wave.test'] });
    await owner.ok(monitoring.test, { params: { key } });
    const [asked] = await rig.delivered(1);
    expect(asked).toBe('Do you want the alerts of a radio station by e-mail? → stranger@wave.test');
    const [letter] = rig.box.letters;
    expect(letter?.text).not.toMatch(/evil\.example/);
    expect((await owner.ok(monitoring.alerts, { params: { key } })).waiting).toEqual(['stranger@wave.test']);

    const link = /\/alerts\/confirm\?token=\S+/.exec(letter?.text ?? '')?.[0] ?? '';
    const page = await fetch(rig.portal.url + link);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Send them to me')]);
    expect((await owner.ok(monitoring.alerts, { params: { key } })).waiting).toEqual(['stranger@wave.test']);
    expect((await fetch(rig.portal.url + link, { method: 'POST' })).status).toBe(200);
    expect((await owner.ok(monitoring.test, { params: { key } })).emails).toEqual(['stranger@wave.test']);
    expect((await fetch(`${rig.portal.url}/alerts/confirm?token=guessed`, { method: 'POST' })).status).toBe(404);
    await rig.delivered(2);
  });

  it('need no confirmation of the proven address of a member', async () => {
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

  it('keep the thresholds within their bounds', async () => {
    for (const wrong of [{ threshold: -71 }, { threshold: 0 }, { duration: 9 }, { repeat_minutes: 0.5 }]) {
      const reply = await rig.set(wrong);
      expect(reply.status).toBe(400);
    }
    expect((await rig.set({ threshold: -60, duration: 10, repeat_minutes: 5, kinds: [] })).status).toBe(200);
    const { owner, key } = rig.at();
    const { monitoring_settings: kept } = await owner.ok(stations.get, { params: { key } });
    expect(kept).toMatchObject({ threshold: -60, duration: 10, repeat_minutes: 5, kinds: [] });
  });
});
