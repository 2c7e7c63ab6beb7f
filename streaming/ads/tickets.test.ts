import { expect, it } from 'vitest';
import type { AdTicket } from '#contract/engine/engine-ads.ts';
import type { SpotEvent } from '#contract/engine/engine.ts';
import { createTickets } from './tickets.ts';

const ticket = (over: Partial<AdTicket> = {}): AdTicket => ({
  ...{ id: 't1', session: 'one', campaign: 'c-1' as AdTicket['campaign'], provider: 'p1', spot: 'v1', until: 1000 },
  ...over,
});
const event = (over: Partial<SpotEvent> = {}): SpotEvent =>
  ({
    type: 'spot',
    session: 'one',
    campaign: 'c-1',
    spot: 'v1',
    break_id: 'b1',
    slot: 0,
    quartile: 0,
    ...over,
  }) as SpotEvent;
const named = (tickets: ReturnType<typeof createTickets>, ...events: SpotEvent[]) =>
  tickets.named(events).map((one) => one.ticket);

it('finds the answer of the first ad server that has one for the listener’s campaign, until its time', () => {
  let now = 0;
  const tickets = createTickets(() => now);
  tickets.add([ticket(), ticket({ id: 't2', provider: 'p2' }), ticket({ id: 't3', session: 'two' })]);
  expect(tickets.find('one', 'c-1', ['p2', 'p1'])?.id).toBe('t2');
  expect(tickets.find('one', 'c-2', ['p1'])).toBeUndefined();
  expect(tickets.find('three', 'c-1', ['p1'])).toBeUndefined();
  now = 1000;
  expect(tickets.find('one', 'c-1', ['p1'])).toBeUndefined();
});

it('uses an answer once, and names it in all events of the place where it was heard', () => {
  const tickets = createTickets(() => 0);
  tickets.add([ticket(), ticket({ id: 't2' })]);
  const first = tickets.find('one', 'c-1', ['p1'])!;
  tickets.use('one', first.id);
  expect(tickets.find('one', 'c-1', ['p1'])?.id).toBe('t2');
  expect(named(tickets, event(), event({ quartile: 1 }), event({ session: 'two' }))).toEqual(['t1', 't1', undefined]);
  tickets.use('one', 't2');
  expect(named(tickets, event({ quartile: 4 }), event({ break_id: 'b2' }), event({ quartile: 2 }))).toEqual(
    ['t1', 't2', 't1'], // oxfmt-ignore
  );
});

it('names nothing of own spots, whatever was given before', () => {
  const tickets = createTickets(() => 0);
  tickets.add([ticket()]);
  tickets.use('one', 't1');
  expect(named(tickets, event({ spot: 'own' }), event({ campaign: 'c-2' }))).toEqual([undefined, undefined]);
});

it('gives what was answered for nobody in particular to anyone of the country, each answer once', () => {
  let now = 0;
  const tickets = createTickets(() => now);
  const pool = { session: '', country: 'GR' };
  tickets.add([ticket({ id: 't1', ...pool }), ticket({ id: 't2', ...pool }), ticket({ id: 't3' })]);
  const of = (session: string, country: string, without: string[] = []) =>
    tickets.find(session, 'c-1', ['p1'], { country, without: new Set(without) })?.id;
  expect([of('one', 'GR'), of('two', 'GR'), of('two', 'DE'), of('two', 'GR', ['t1'])]).toEqual(
    ['t3', 't1', undefined, 't2'], // oxfmt-ignore
  );
  expect(tickets.find('two', 'c-1', ['p1'])).toBeUndefined();
  tickets.use('two', 't1');
  expect([of('three', 'GR'), of('three', 'GR', ['t2'])]).toEqual(['t2', undefined]);
  expect(named(tickets, event({ session: 'two' }), event({ session: 'three' }))).toEqual(['t1', undefined]);
  now = 1000;
  expect(of('three', 'GR')).toBeUndefined();
});
