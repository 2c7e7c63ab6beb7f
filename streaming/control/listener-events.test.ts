import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Listener, ListenersMoved } from '#contract/engine/engine.ts';
import { createSessions, type NewSession, type Session, type Sessions } from '#streaming/edge/sessions.ts';
import { createListenerEvents, type ListenerEvents } from './listener-events.ts';
import { noJournal } from '#streaming/edge/testing/no-journal.ts';

const listener: NewSession = {
  station: 's',
  account: 'a',
  ip: '203.0.113.1',
  user_agent: 'x',
  referer: '',
  output: 'stream',
};

describe('listener events', () => {
  let server: Server;
  let events: ListenerEvents;
  let sessions: Sessions;
  const controllers: AbortController[] = [];

  beforeEach(async () => {
    events = createListenerEvents({ allListeners: () => sessions.listeners() });
    sessions = createSessions({ journal: noJournal, append() {}, hasSlice: () => false, listenerChanges: events });
    server = createServer((_, response) => events.subscribe(response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    for (const controller of controllers.splice(0)) controller.abort();
    sessions.stop();
    events.stop();
    server.closeAllConnections();
    server.close();
  });

  /** The sessions that a subscriber believes to be open. */
  const subscribe = async () => {
    const controller = new AbortController();
    controllers.push(controller);
    const { signal } = controller;
    const reply = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { signal });
    const connected = new Map<string, Listener>();
    let [messages, isComplete] = [0, false];
    let wake = (): void => {};
    const receive = (name: string, data: string): void => {
      const event = JSON.parse(data) as ListenersMoved & { sessions: Listener[] };
      for (const one of event.sessions ?? event.opened ?? []) connected.set(one.session, one);
      for (const one of event.closed ?? []) connected.delete(one);
      messages += 1;
      if (name === 'told') isComplete = true;
      wake();
    };
    void (async () => {
      let text = '';
      for await (const chunk of reply.body!.pipeThrough(new TextDecoderStream())) {
        const blocks = (text + chunk).split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) {
          const [, name, data] = /^event: (\w+)\ndata: (.*)$/s.exec(block) ?? [];
          if (name && data) receive(name, data);
        }
      }
    })().catch(() => undefined);
    const until = async (isReached: () => boolean): Promise<void> => {
      while (!isReached()) await new Promise<void>((resolve) => (wake = resolve));
    };
    return { connected, until, isSynced: () => isComplete, messages: () => messages, leave: () => controller.abort() };
  };

  it('start with all open sessions, then report opened and closed ones, without internal fields', async () => {
    const first = sessions.open(listener);
    const subscriber = await subscribe();
    await subscriber.until(() => subscriber.isSynced());
    expect([...subscriber.connected.values()]).toEqual([
      {
        session: first.session,
        station: 's',
        started: first.started,
        ip: listener.ip,
        user_agent: 'x',
        output: 'stream',
        referer: '',
      },
    ]);
    const second = sessions.open({ ...listener, station: 't' });
    await subscriber.until(() => subscriber.connected.has(second.session));
    sessions.close(first);
    await subscriber.until(() => subscriber.connected.size === 1);
    sessions.discard(second);
    await subscriber.until(() => subscriber.connected.size === 0);
  });

  it('end up consistent when sessions change while the initial list is being sent', async () => {
    const first = Array.from({ length: 3000 }, () => sessions.open(listener));
    const subscribing = subscribe();
    const flickering: Session[] = [];
    for (let turn = 0; turn < 40; turn++) {
      for (const session of first.splice(0, 20)) sessions.close(session);
      flickering.push(sessions.open(listener), sessions.open(listener));
      sessions.close(flickering.shift()!);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const subscriber = await subscribing;
    const last = sessions.open(listener);
    await subscriber.until(() => subscriber.isSynced() && subscriber.connected.has(last.session));
    const expected = [...sessions.listeners()].map(({ session }) => session).sort();
    await subscriber.until(() => subscriber.connected.size === expected.length);
    expect([...subscriber.connected.keys()].sort()).toEqual(expected);
  });

  it('batch a storm of changes, at most ten messages a second', async () => {
    const subscriber = await subscribe();
    await subscriber.until(() => subscriber.isSynced());
    const before = subscriber.messages();
    const began = performance.now();
    const opened: Session[] = [];
    for (let turn = 0; turn < 50; turn++) {
      for (let n = 0; n < 20; n++) opened.push(sessions.open(listener));
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await subscriber.until(() => subscriber.connected.size === opened.length);
    const seconds = (performance.now() - began) / 1000;
    expect(subscriber.messages() - before).toBeLessThanOrEqual(Math.ceil(seconds * 10) + 1);
  });

  it('stop for a subscriber that disconnects, and start over for one that reconnects', async () => {
    const subscriber = await subscribe();
    await subscriber.until(() => subscriber.isSynced());
    subscriber.leave();
    const session = sessions.open(listener);
    const reconnected = await subscribe();
    await reconnected.until(() => reconnected.isSynced());
    expect([...reconnected.connected.keys()]).toEqual([session.session]);
    expect(subscriber.connected.size).toBe(0);
  });
});
