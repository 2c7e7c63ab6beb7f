import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SliceEvent, StationDesired } from '#contract/engine/engine.ts';
import { createSessions, type Sessions } from '#streaming/edge/sessions.ts';
import { watchPulls, type Pulls } from './pulls.ts';
import { createRelayListeners, type RelayListeners } from './relay-listeners.ts';
import type { Report } from './report.ts';
import { noJournal } from '#streaming/edge/testing/no-journal.ts';

const station = { key: 's-1', account: 'a-1' } as unknown as StationDesired;
const minute = 60_000;
const begin = Date.UTC(2026, 10, 21, 12, 1);

describe('listeners that a relay reports', () => {
  let slices: SliceEvent[];
  let sessions: Sessions;
  let pulls: Pulls;
  let relayed: RelayListeners;
  let barred: string;

  beforeEach(() => {
    vi.useFakeTimers({ now: begin });
    slices = [];
    barred = '';
    sessions = createSessions({
      journal: noJournal,
      append: (written) => slices.push(...written),
      hasSlice: () => false,
    });
    pulls = watchPulls(sessions, (of, address) => relayed.knows(of, address));
    relayed = createRelayListeners({
      sessions,
      barred: () => barred,
      isPulling: pulls.isPulling,
      found: pulls.hide,
      changed: () => {},
    });
  });
  afterEach(() => {
    relayed.stop();
    sessions.stop();
    vi.useRealTimers();
  });

  const report = (action: string, client = '1', own: Partial<Report> = {}): string =>
    relayed.handle(
      {
        ...{ secret: '', action, client, relay: '192.0.2.1', mount: 'radio:8000/x' },
        ...{ ip: '198.51.100.7', user_agent: 'Player' },
        ...own,
      },
      station,
    );
  const pull = () =>
    pulls.sessions.open({
      ...{ station: 's-1', account: 'a-1', ip: '192.0.2.1' },
      ...{ user_agent: 'Icecast 2.4.4', referer: '', output: 'relay' },
    });
  const recorded = () => slices.map(({ user_agent, from, to, first, last }) => ({ user_agent, from, to, first, last }));

  it('are sessions from add to remove, cut at each quarter hour', async () => {
    expect(report('listener_add')).toBe('');
    expect(relayed.listeners('s-1')).toBe(1);
    await vi.advanceTimersByTimeAsync(20 * minute);
    report('listener_remove');
    await vi.advanceTimersByTimeAsync(1);
    const boundary = Date.UTC(2026, 10, 21, 12, 15);
    expect(recorded()).toEqual([
      { user_agent: 'Player', from: begin, to: boundary, first: true, last: false },
      { user_agent: 'Player', from: boundary, to: begin + 20 * minute, first: false, last: true },
    ]);
    expect(relayed.listeners('s-1')).toBe(0);
  });

  it('count once however often they are reported, and never without being added', async () => {
    report('listener_add');
    report('listener_add');
    report('listener_remove', '99');
    expect(relayed.listeners('s-1')).toBe(1);
    expect(sessions.list('s-1', 10).total).toBe(1);
  });

  it('are admitted only if the station admits them, and with a valid IP address', () => {
    barred = 'This station has reached its listener limit.';
    expect(report('listener_add')).toBe(barred);
    barred = '';
    expect(report('listener_add', '1', { ip: 'somewhere' })).toBe('This is not a listener.');
    expect(relayed.listeners('s-1')).toBe(0);
  });

  it.each(['mount_add', 'mount_remove'])('all end at %s of their mount, but of no other', async (action) => {
    report('listener_add');
    report('listener_add', '2');
    report('listener_add', '1', { mount: 'radio:8000/other' });
    report(action);
    expect(relayed.listeners('s-1')).toBe(1);
  });

  it('are counted instead of the relay itself, which never counts', async () => {
    const before = pull();
    report('mount_add');
    expect(sessions.list('s-1', 10).total).toBe(0);
    expect(pulls.hidden('s-1')).toBe(1);
    const reconnected = pull();
    expect(sessions.list('s-1', 10).total).toBe(0);
    pulls.sessions.close(before);
    pulls.sessions.close(reconnected);
    await vi.advanceTimersByTimeAsync(20 * minute);
    expect([pulls.hidden('s-1'), recorded()]).toEqual([0, []]);
  });

  it('end when their relay was last connected if it dies silently', async () => {
    const connection = pull();
    report('listener_add');
    await vi.advanceTimersByTimeAsync(5 * minute);
    pulls.sessions.close(connection);
    await vi.advanceTimersByTimeAsync(minute);
    expect(relayed.listeners('s-1')).toBe(0);
    expect(recorded()).toEqual([
      { user_agent: 'Player', from: begin, to: begin + 5 * minute, first: true, last: true },
    ]);
  });

  it('stay for half an hour without reports from a relay that is connected elsewhere', async () => {
    report('listener_add');
    await vi.advanceTimersByTimeAsync(29 * minute);
    expect(relayed.listeners('s-1')).toBe(1);
    await vi.advanceTimersByTimeAsync(2 * minute);
    expect(relayed.listeners('s-1')).toBe(0);
    expect(slices.at(-1)).toMatchObject({ last: true });
  });
});
