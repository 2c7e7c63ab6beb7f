import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Listener, ListenersMoved } from '#contract/engine.ts';
import { createSessions, type Arrival, type Session, type Sessions } from '#streaming/edge/sessions.ts';
import { createListenerEvents, type ListenerEvents } from './listener-events.ts';

const noJournal = { recovered: [], note: async () => {}, ended() {}, stop() {} };
const who: Arrival = { station: 's', account: 'a', ip: '203.0.113.1', user_agent: 'x', referer: '', output: 'stream' };

describe('the events of listeners', () => {
  let server: Server;
  let events: ListenerEvents;
  let sessions: Sessions;
  const controllers: AbortController[] = [];

  beforeEach(async () => {
    events = createListenerEvents({ everybody: () => sessions.listeners() });
    sessions = createSessions({ journal: noJournal, append() {}, hadSlice: () => false, comings: events });
    server = createServer((_, response) => events.follow(response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    for (const controller of controllers.splice(0)) controller.abort();
    sessions.stop();
    events.stop();
    server.closeAllConnections();
    server.close();
  });

  /** Who a follower believes to be there. */
  const follow = async () => {
    const controller = new AbortController();
    controllers.push(controller);
    const { signal } = controller;
    const reply = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { signal });
    const there = new Map<string, Listener>();
    let [messages, whole] = [0, false];
    let wake = (): void => {};
    const take = (name: string, data: string): void => {
      const said = JSON.parse(data) as ListenersMoved & { sessions: Listener[] };
      for (const one of said.sessions ?? said.opened ?? []) there.set(one.session, one);
      for (const one of said.closed ?? []) there.delete(one);
      messages += 1;
      if (name === 'told') whole = true;
      wake();
    };
    void (async () => {
      let text = '';
      for await (const chunk of reply.body!.pipeThrough(new TextDecoderStream())) {
        const blocks = (text + chunk).split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) {
          const [, name, data] = /^event: (\w+)\ndata: (.*)$/s.exec(block) ?? [];
          if (name && data) take(name, data);
        }
      }
    })().catch(() => undefined);
    const until = async (holds: () => boolean): Promise<void> => {
      while (!holds()) await new Promise<void>((resolve) => (wake = resolve));
    };
    return { there, until, isWhole: () => whole, messages: () => messages, leave: () => controller.abort() };
  };

  it('begin with everybody, then tell who comes and who goes, without what stays inside', async () => {
    const stays = sessions.open(who);
    const follower = await follow();
    await follower.until(() => follower.isWhole());
    expect([...follower.there.values()]).toEqual([
      {
        session: stays.session,
        station: 's',
        started: stays.started,
        ip: who.ip,
        user_agent: 'x',
        output: 'stream',
      },
    ]);
    const comes = sessions.open({ ...who, station: 't' });
    await follower.until(() => follower.there.has(comes.session));
    sessions.close(stays);
    await follower.until(() => follower.there.size === 1);
    sessions.forget(comes);
    await follower.until(() => follower.there.size === 0);
  });

  it('end up at the same, whoever comes and goes while everybody is being told', async () => {
    const first = Array.from({ length: 3000 }, () => sessions.open(who));
    const following = follow();
    const flickering: Session[] = [];
    for (let turn = 0; turn < 40; turn++) {
      for (const session of first.splice(0, 20)) sessions.close(session);
      flickering.push(sessions.open(who), sessions.open(who));
      sessions.close(flickering.shift()!);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const follower = await following;
    const last = sessions.open(who);
    await follower.until(() => follower.isWhole() && follower.there.has(last.session));
    const expected = [...sessions.listeners()].map(({ session }) => session).sort();
    await follower.until(() => follower.there.size === expected.length);
    expect([...follower.there.keys()].sort()).toEqual(expected);
  });

  it('tell a storm together, ten times a second at most', async () => {
    const follower = await follow();
    await follower.until(() => follower.isWhole());
    const before = follower.messages();
    const began = performance.now();
    const opened: Session[] = [];
    for (let turn = 0; turn < 50; turn++) {
      for (let n = 0; n < 20; n++) opened.push(sessions.open(who));
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await follower.until(() => follower.there.size === opened.length);
    const seconds = (performance.now() - began) / 1000;
    expect(follower.messages() - before).toBeLessThanOrEqual(Math.ceil(seconds * 10) + 1);
  });

  it('are forgotten with a follower who leaves, and begin anew for one who comes again', async () => {
    const follower = await follow();
    await follower.until(() => follower.isWhole());
    follower.leave();
    const session = sessions.open(who);
    const again = await follow();
    await again.until(() => again.isWhole());
    expect([...again.there.keys()]).toEqual([session.session]);
    expect(follower.there.size).toBe(0);
  });
});
