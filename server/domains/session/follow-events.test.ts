import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StationKey } from '#contract/rules/keys.ts';
import { session, type StationLive } from '#contract/api/session.ts';
import { newKey } from '#server/kernel/keys.ts';
import { createInboxHub, notifyInbox } from '#server/platform/inbox.ts';
import { createSongRequestHub } from '#server/platform/song-request-hub.ts';
import { firstOf, follow, nextOf } from '#server/testing/event-stream.ts';
import type { TestPerson } from '#server/testing/make.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { followEvents } from './follow-events.ts';

let at: TestPortal;
beforeAll(async () => {
  at = await testPortal();
});
afterAll(() => at.close());

describe('the event stream', () => {
  it('begins with a ping, then sends the current state of each station and every change', async () => {
    const { station, call } = await memberOfStation();
    at.live.publish(live(station, 'first'));
    const { events, end } = await follow(call, [station]);
    expect((await events.next()).value).toMatchObject({ event: 'ping' });
    expect((await events.next()).value).toMatchObject({ event: 'station', data: { key: station, title: 'first' } });
    at.live.publish(live(station, 'second'));
    expect((await events.next()).value).toMatchObject({ event: 'station', data: { title: 'second' } });
    end();
  });

  it('reports foreign and unknown keys as withheld, and sends the rest', async () => {
    const { station, call } = await memberOfStation();
    const account = await at.make.account();
    const foreign = await at.make.station(account);
    const missing = newKey('station');
    const query = { stations: [foreign, missing, station], audiences: [account, foreign, missing, 'portal', station] };
    const { events, end } = await follow(call, query.stations, query.audiences);
    const withheld = { stations: [foreign, missing], audiences: [account, foreign, missing, 'portal'] };
    expect(await nextOf(events, 'withheld')).toEqual(withheld);
    at.live.publish(live(foreign, 'not theirs'));
    at.live.publish(live(station, 'theirs'));
    // In either order.
    const received = await firstOf(events, ['station', 'audience']);
    expect(received.get('station')).toMatchObject({ key: station, title: 'theirs' });
    expect(received.get('audience')).toMatchObject({ scope: station });
    end();
    expect((await call.call(session.events, { query: { audiences: ['x'] } })).status).toBe(400);
    expect((await call.call(session.events, { query: { stations: ['x'] } })).status).toBe(400);
    const many = Array.from({ length: 201 }, () => newKey('station'));
    const { status, json } = await call.call(session.events, { query: { stations: many } });
    expect([status, json.error?.fields]).toEqual([400, { stations: 'At most 200 stations at once.' }]);
    // The maximum still fits into a URL.
    const most = await follow(call, many.slice(0, 200));
    expect(await nextOf(most.events, 'withheld')).toMatchObject({ stations: many.slice(0, 200) });
    most.end();
  });

  it('withholds nothing from a portal administrator', async () => {
    const station = await at.make.station(await at.make.account());
    const { events, end } = await follow(await at.as(await at.make.person({ admin: true })), [station], ['portal']);
    expect((await events.next()).value).toMatchObject({ event: 'ping' });
    expect((await events.next()).value).toMatchObject({ event: 'audience', data: { scope: 'portal' } });
    end();
  });

  it('notifies only the person whose inbox changed', async () => {
    const { events: kernelEvents, db } = at.kernel;
    const [one, other] = [await at.make.person(), await at.make.person()];
    const [mine, theirs] = [await follow(await at.as(one), []), await follow(await at.as(other), [])];
    await Promise.all([mine.events.next(), theirs.events.next()]);
    await db.transaction().execute((tx) => notifyInbox(kernelEvents, tx, [one.id]));
    expect((await mine.events.next()).value).toMatchObject({ event: 'inbox' });
    await notifyInbox(kernelEvents, db, 'everyone');
    expect((await mine.events.next()).value).toMatchObject({ event: 'inbox' });
    // Nothing came before it: the first event was not theirs.
    expect((await theirs.events.next()).value).toMatchObject({ event: 'inbox' });
    theirs.end();
    mine.end();
  });

  it('ends immediately when its person is removed in this process', async () => {
    const { person, call } = await memberOfStation();
    const { events } = await follow(call, []);
    await events.next();
    await remove(person);
    at.people.forget(person.id);
    expect((await events.next()).done).toBe(true);
    expect((await call.call(session.me)).status).toBe(401);
  });

  it('drops a station immediately when access is lost, continues with the others, and resumes it later', async () => {
    const { person, account, station, call } = await memberOfStation();
    const other = await at.make.station(await at.make.account());
    await at.make.stationMember(other, person, 'staff');
    const { events, end } = await follow(call, [station, other], [account]);
    await nextOf(events, 'audience');
    await at.kernel.db.deleteFrom('account_members').where('user_id', '=', person.id).execute();
    at.people.forget(person.id);
    expect(await nextOf(events, 'withheld')).toEqual({ stations: [station], audiences: [account] });
    at.live.publish(live(station, 'no longer theirs'));
    at.live.publish(live(other, 'still allowed'));
    expect(await nextOf(events, 'station')).toMatchObject({ key: other, title: 'still allowed' });
    await at.make.accountMember(account, person, 'admin');
    at.people.forget(person.id);
    expect(await nextOf(events, 'withheld')).toEqual({ stations: [], audiences: [] });
    at.live.publish(live(station, 'theirs again'));
    expect(await nextOf(events, 'station')).toMatchObject({ key: station });
    end();
  });

  it.each(['without the account', 'of a deleted station'])('checks access periodically: a person %s', async (how) => {
    const { person, station } = await memberOfStation();
    const events = await eventsFor(person, [station]);
    await events.next();
    const { db } = at.kernel;
    if (how === 'without the account')
      await db.deleteFrom('account_members').where('user_id', '=', person.id).execute();
    if (how === 'of a deleted station')
      await db.updateTable('stations').set({ deleted_at: new Date() }).where('key', '=', station).execute();
    expect(await nextOf(events, 'withheld')).toMatchObject({ stations: [station] });
    await events.return(undefined);
  });

  it('checks periodically, and ends for a removed person', async () => {
    const { person, station } = await memberOfStation();
    const events = await eventsFor(person, [station]);
    await events.next();
    const rest = (async () => {
      for await (const _event of events);
    })();
    await remove(person);
    await rest;
  });

  it('unsubscribes when its reader disconnects', async () => {
    const person = await at.make.person();
    let notified = 0;
    const inbox = createInboxHub(at.kernel.events);
    const requests = createSongRequestHub(at.kernel.events);
    const counting = {
      ...inbox,
      follow: (id: string, notify: () => void) => inbox.follow(id, () => (notified++, notify())),
    };
    const disconnected = new AbortController();
    const who = await at.people.readCurrent(person.id);
    const events = await followEvents(
      { ...at.kernel, live: at.live, audience: at.audience, people: at.people, requests, inbox: counting },
      who,
      { stations: [] },
      disconnected.signal,
    );
    await events.next();
    const last = events.next();
    disconnected.abort();
    expect((await last).done).toBe(true);
    inbox.publish([person.id]);
    expect(notified).toBe(0);
  });
});

const memberOfStation = async () => {
  const account = await at.make.account();
  const station = await at.make.station(account);
  const person = await at.make.person();
  await at.make.accountMember(account, person, 'admin');
  return { person, account, station, call: await at.as(person) };
};

/** The events of a person, whose access is checked every 20 ms. */
const eventsFor = async (person: TestPerson, stations: StationKey[]) => {
  const who = await at.people.readCurrent(person.id);
  const [inbox, requests] = [createInboxHub(at.kernel.events), createSongRequestHub(at.kernel.events)];
  const deps = { ...at.kernel, live: at.live, audience: at.audience, people: at.people, inbox, requests };
  return await followEvents(deps, who, { stations }, new AbortController().signal, 20);
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
