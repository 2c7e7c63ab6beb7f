import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { expect, vi } from 'vitest';
import type { StationState } from '#contract/engine.ts';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import { monitoring, type StationAlert } from '#contract/monitoring.ts';
import { stations } from '#contract/stations.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal } from '#server/testing/portal.ts';
import { workMonitoring } from '../monitoring.work.ts';
import { watchStations, type Engine, type StationWatch } from '../watch-stations.ts';

/**
 * A portal that watches stations: the engine is played by the test and time is too; the database, the queue and the
 * mail server are real.
 */
export const startAlertRig = async () => {
  const box = await openMailbox();
  let now = new Date('2026-11-21T20:00:00Z');
  const portal = await testPortal({
    clock: { now: () => now },
    config: { smtpUrl: box.url, publicUrl: 'https://radio.example.org' },
  });
  await workMonitoring(portal.kernel);
  let watch: StationWatch | undefined;
  let listener: Parameters<Engine['hear']>[0];
  let told: Partial<StationState> = {};
  let owner: TestClient;
  let account: AccountKey;
  let key: StationKey;

  /** A portal that begins to watch, and hears how the stations are. */
  const begin = (): StationWatch => {
    const begun = watchStations(portal.kernel, { hear: (one) => void (listener = one) });
    listener.connected();
    return begun;
  };
  /** What the test before had under way comes into no other. */
  const forgetLetters = async (): Promise<void> => {
    await portal.kernel.db.deleteFrom('alert_letters').where('sent', 'is', null).execute();
    await vi.waitFor(() => expect(box.busy()).toBe(0), { timeout: 30_000, interval: 20 });
  };
  const say = (): void => listener.state(told as StationState);
  const rig = {
    box,
    portal,
    begin,
    /** The station of this test, alone watched. */
    async fresh() {
      await watch?.stop();
      await forgetLetters();
      if (key) await rig.set({ link: false });
      account = await portal.make.account();
      const person = await portal.make.person();
      await portal.make.accountMember(account, person, 'owner');
      owner = await portal.as(person);
      const made = await owner.ok(stations.create, { params: { id: account }, body: { name: 'Harbour Wave' } });
      key = made.key;
      await owner.ok(stations.update, { params: { key }, body: { default_timezone: 'Europe/Berlin' } });
      await rig.agree('ops@wave.test', 'night@wave.test');
      await rig.set({ link: true, emails: ['ops@wave.test', 'night@wave.test'] });
      box.letters.length = 0;
      box.refuse(false);
      watch = begin();
    },
    at: () => ({ account, key, owner, told, listener, watch: watch as StationWatch }),
    set: (monitoring_settings: object) =>
      owner.call(stations.update, { params: { key }, body: { monitoring_settings } }),
    /** These addresses agreed to get the alerts of the station. */
    async agree(...emails: string[]) {
      const rows = emails.map((email) => ({
        station_key: key,
        email,
        state: 'confirmed' as const,
        secret_hash: null,
        asked: now,
      }));
      await portal.kernel.db.insertInto('alert_recipients').values(rows).execute();
    },
    async restart() {
      await watch?.stop();
      watch = begin();
      say();
    },
    /** The engine says that this source is on, since just now. */
    plays(source: StationState['source'], more: Partial<StationState> = {}) {
      told = { key, status: 'active', source, source_since: now.getTime(), encoder_lost: null, ...more };
      say();
    },
    now: () => now,
    pass(seconds: number) {
      now = new Date(now.getTime() + seconds * 1000);
    },
    /** Time goes by, with a look every five seconds. */
    async goOn(seconds: number) {
      for (let i = 0; i < seconds; i += 5) {
        rig.pass(5);
        await watch?.look();
      }
    },
    alerts: async (): Promise<StationAlert[]> => (await owner.ok(monitoring.alerts, { params: { key } })).alerts,
    /** The letters, once this many are there. */
    async delivered(count: number): Promise<string[]> {
      await portal.drain();
      await vi.waitFor(() => expect(box.subjects()).toHaveLength(count), { timeout: 60_000, interval: 50 });
      return box.subjects();
    },
    async close() {
      await watch?.stop();
      await portal.close();
      await box.close();
    },
  };
  return rig;
};

/** A real SMTP server that keeps what it takes; it can be told to take nothing. */
const openMailbox = async () => {
  const letters: ParsedMail[] = [];
  let isRefusing = false;
  let refused = 0;
  let busy = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect(_session, done) {
      busy++;
      done();
    },
    onClose: () => void busy--,
    onData(stream, _session, done) {
      const read = simpleParser(stream);
      stream.once('end', () => {
        if (isRefusing) refused++;
        else {
          busy++;
          void read.then((letter) => {
            letters.push(letter);
            busy--;
          });
        }
        done(isRefusing ? new Error('come back later') : null);
      });
    },
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${String(port)}`,
    letters,
    refuse: (whether: boolean) => void (isRefusing = whether),
    refused: () => refused,
    /** Deliveries that are under way. */
    busy: () => busy,
    subjects: (): string[] =>
      letters.map(({ subject, to }) => `${String(subject)} → ${to && 'text' in to ? to.text : ''}`).toSorted(),
    close: () => new Promise<void>((closed) => server.close(closed)),
  };
};
