import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { session, type StationLive } from '#contract/session.ts';
import type { StationKey } from '#contract/keys.ts';
import type { TestPerson } from '#server/testing/make.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { followEvents } from './follow-events.ts';
import { createInboxHub, tellInbox } from './inbox.events.ts';

let at: TestPortal;
beforeAll(async () => {
  at = await testPortal();
});
afterAll(() => at.close());

describe('the event stream', () => {
  it('begins with a ping, then tells what is known of each station and every change', async () => {
    const { station, call } = await memberOfStation();
    at.live.publish(live(station, 'first'));
    const { events, end } = await follow(call, [station]);
    expect((await events.next()).value).toMatchObject({ event: 'ping' });
    expect((await events.next()).value).toMatchObject({ event: 'station', data: { key: station, title: 'first' } });
    at.live.publish(live(station, 'second'));
    expect((await events.next()).value).toMatchObject({ event: 'station', data: { title: 'second' } });
    end();
  });

  it('refuses a station of somebody else', async () => {
    const station = await at.make.station(await at.make.account());
    const call = await at.as(await at.make.person());
    expect((await call.call(session.events, { query: { stations: [station] } })).status).toBe(404);
  });

  it('tells a person that their inbox changed once it has, and nobody else', async () => {
    const { events: kernelEvents, db } = at.kernel;
    const [one, other] = [await at.make.person(), await at.make.person()];
    const [mine, theirs] = [await follow(await at.as(one), []), await follow(await at.as(other), [])];
    await Promise.all([mine.events.next(), theirs.events.next()]);
    await db.transaction().execute((tx) => tellInbox(kernelEvents, tx, [one.id]));
    expect((await mine.events.next()).value).toMatchObject({ event: 'inbox' });
    await tellInbox(kernelEvents, db, 'everyone');
    expect((await mine.events.next()).value).toMatchObject({ event: 'inbox' });
    // Nothing came before it: the first one was not theirs.
    expect((await theirs.events.next()).value).toMatchObject({ event: 'inbox' });
    theirs.end();
    mine.end();
  });

  it('ends at once when its person is removed here', async () => {
    const { person, call } = await memberOfStation();
    const { events } = await follow(call, []);
    await events.next();
    await remove(person);
    at.people.forget(person.id);
    expect((await events.next()).done).toBe(true);
    expect((await call.call(session.me)).status).toBe(401);
  });

  it('ends at once when its person may no longer see a station, and not for another who may', async () => {
    const { person, station, call } = await memberOfStation();
    const stays = await at.make.person();
    await at.make.stationMember(station, stays, 'staff');
    const [gone, kept] = [await follow(call, [station]), await follow(await at.as(stays), [station])];
    await Promise.all([gone.events.next(), kept.events.next()]);
    await at.kernel.db.deleteFrom('account_members').where('user_id', '=', person.id).execute();
    at.people.forget(person.id);
    at.people.forget(stays.id);
    expect((await gone.events.next()).done).toBe(true);
    at.live.publish(live(station, 'still here'));
    expect((await kept.events.next()).value).toMatchObject({ data: { title: 'still here' } });
    kept.end();
  });

  it.each(['removed', 'without the account', 'of a deleted station'])(
    'looks again by itself, and ends for a person %s',
    async (how) => {
      const { person, station } = await memberOfStation();
      const signal = new AbortController().signal;
      const who = await at.people.anew(person.id);
      const inbox = createInboxHub(at.kernel.events);
      const deps = { ...at.kernel, live: at.live, audience: at.audience, people: at.people, inbox };
      const events = followEvents(deps, who, { stations: [station] }, signal, 20);
      await events.next();
      const rest = (async () => {
        for await (const _event of events);
      })();
      const { db } = at.kernel;
      if (how === 'removed') await remove(person);
      if (how === 'without the account')
        await db.deleteFrom('account_members').where('user_id', '=', person.id).execute();
      if (how === 'of a deleted station')
        await db.updateTable('stations').set({ deleted_at: new Date() }).where('key', '=', station).execute();
      await rest;
    },
  );

  it('leaves nothing behind when its reader goes away', async () => {
    const person = await at.make.person();
    let told = 0;
    const inbox = createInboxHub(at.kernel.events);
    const counting = { ...inbox, follow: (id: string, tell: () => void) => inbox.follow(id, () => (told++, tell())) };
    const gone = new AbortController();
    const who = await at.people.anew(person.id);
    const events = followEvents(
      { ...at.kernel, live: at.live, audience: at.audience, people: at.people, inbox: counting },
      who,
      { stations: [] },
      gone.signal,
    );
    await events.next();
    const last = events.next();
    gone.abort();
    expect((await last).done).toBe(true);
    inbox.publish([person.id]);
    expect(told).toBe(0);
  });
});

const memberOfStation = async () => {
  const account = await at.make.account();
  const station = await at.make.station(account);
  const person = await at.make.person();
  await at.make.accountMember(account, person, 'admin');
  return { person, station, call: await at.as(person) };
};

const remove = (person: TestPerson) =>
  at.kernel.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', person.id).execute();

const live = (key: StationKey, title: string): StationLive => ({
  key,
  status: 'active',
  source: 'autodj',
  encoder: null,
  title,
  track: null,
  track_started: null,
  listeners: 0,
});

type Caller = Awaited<ReturnType<TestPortal['as']>>;
const follow = async (call: Caller, stations: StationKey[]) => {
  const query = stations.map((key) => `stations=${key}`).join('&');
  const reply = await call.send('GET', `/v1/events?${query}`);
  expect(reply.headers.get('content-type')).toContain('text/event-stream');
  const body = reply.body ?? new ReadableStream<Uint8Array>();
  const reader = body.pipeThrough(new TextDecoderStream() as never).getReader() as ReadableStreamDefaultReader<string>;
  return { events: eventsOf(reader), end: () => void reader.cancel() };
};

const eventsOf = async function* (reader: ReadableStreamDefaultReader<string>) {
  let text = '';
  for (;;) {
    for (let at = text.indexOf('\n\n'); at >= 0; at = text.indexOf('\n\n')) {
      const [, event, data] = /event: (.*)\ndata: (.*)/.exec(text.slice(0, at)) ?? [];
      text = text.slice(at + 2);
      if (event && data) yield { event, data: JSON.parse(data) as unknown };
    }
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
  }
};
