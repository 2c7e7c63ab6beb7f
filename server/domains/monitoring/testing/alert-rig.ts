import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { expect, vi } from 'vitest';
import type { StationState } from '#contract/engine/engine.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { monitoring, type StationAlert } from '#contract/api/monitoring.ts';
import { stations } from '#contract/api/stations.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal } from '#server/testing/portal.ts';
import { workMonitoring } from '../monitoring.work.ts';
import { watchStations, type Engine, type StationWatch } from '../watch-stations.ts';

/**
 * A portal that monitors stations. The test controls engine and clock; database, queue and mail server are real.
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
  let listener: Parameters<Engine['subscribe']>[0];
  let state: Partial<StationState> = {};
  let owner: TestClient;
  let account: AccountKey;
  let key: StationKey;

  /** Starts watching, connected to the engine. */
  const startWatch = (): StationWatch => {
    const started = watchStations(portal.kernel, { subscribe: (one) => void (listener = one) });
    listener.connected();
    return started;
  };
  /** Removes e-mails that the previous test left unsent. */
  const discardEmails = async (): Promise<void> => {
    await portal.kernel.db.deleteFrom('alert_emails').where('sent', 'is', null).execute();
    await vi.waitFor(() => expect(box.busy()).toBe(0), { timeout: 30_000, interval: 20 });
  };
  const report = (): void => listener.state(state as StationState);
  const rig = {
    box,
    portal,
    startWatch,
    /** Creates the station of this test, the only monitored one. */
    async setUp() {
      await watch?.stop();
      await discardEmails();
      if (key) await rig.set({ link: false });
      account = await portal.make.account();
      const person = await portal.make.person();
      await portal.make.accountMember(account, person, 'owner');
      owner = await portal.as(person);
      const station = await owner.ok(stations.create, { params: { id: account }, body: { name: 'Harbour Wave' } });
      key = station.key;
      await owner.ok(stations.update, { params: { key }, body: { default_timezone: 'Europe/Berlin' } });
      await rig.confirm('ops@wave.test', 'night@wave.test');
      await rig.set({ link: true, emails: ['ops@wave.test', 'night@wave.test'] });
      box.emails.length = 0;
      box.refuse(false);
      watch = startWatch();
    },
    at: () => ({ account, key, owner, state, listener, watch: watch as StationWatch }),
    set: (monitoring_settings: object) =>
      owner.call(stations.update, { params: { key }, body: { monitoring_settings } }),
    /** Confirms these addresses as recipients of the station. */
    async confirm(...emails: string[]) {
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
      watch = startWatch();
      report();
    },
    /** The engine reports this source as on since now. */
    plays(source: StationState['source'], more: Partial<StationState> = {}) {
      state = { key, status: 'active', source, source_since: now.getTime(), encoder_lost: null, ...more };
      report();
    },
    now: () => now,
    skip(seconds: number) {
      now = new Date(now.getTime() + seconds * 1000);
    },
    /** Advances the clock, with a check every five seconds. */
    async advance(seconds: number) {
      for (let i = 0; i < seconds; i += 5) {
        rig.skip(5);
        await watch?.check();
      }
    },
    alerts: async (): Promise<StationAlert[]> => (await owner.ok(monitoring.alerts, { params: { key } })).alerts,
    /** The e-mails, once this many have arrived. */
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

/** A real SMTP server that stores e-mails, and can be switched to refuse them. */
const openMailbox = async () => {
  const emails: ParsedMail[] = [];
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
          void read.then((email) => {
            emails.push(email);
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
    emails,
    refuse: (whether: boolean) => void (isRefusing = whether),
    refused: () => refused,
    /** Deliveries in progress. */
    busy: () => busy,
    subjects: (): string[] =>
      emails.map(({ subject, to }) => `${String(subject)} → ${to && 'text' in to ? to.text : ''}`).toSorted(),
    close: () => new Promise<void>((closed) => server.close(closed)),
  };
};
