import { expect, test } from 'vitest';
import { planPlacements, type NodeToFill, type StationToPlace } from './placement-rules.ts';

/** The same numbers from 0 to 1 for each seed (mulberry32). */
const randomOf = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
};

const nodesOf = (count: number): NodeToFill[] =>
  Array.from({ length: count }, (_, at) => ({ id: `engine-${String(at)}`, capacity: null, state: 'up' }));

/** Some are relays of those before; no anchor has more than four stations. */
const stationsOf = (count: number, random: () => number): StationToPlace[] => {
  const stations: StationToPlace[] = [];
  for (let at = 0; at < count; at += 1) {
    const key = `s-${String(Math.floor(random() * 1e12))}-${String(at)}`;
    const master = random() < 0.2 ? stations[Math.floor(random() * stations.length)] : undefined;
    const isFree = master?.anchor === master?.key && stations.filter(({ anchor }) => anchor === master?.key).length < 4;
    stations.push({ key, anchor: master && isFree ? master.key : key, node: null });
  }
  return stations;
};

const after = (stations: readonly StationToPlace[], moves: ReadonlyMap<string, string>): StationToPlace[] =>
  stations.map((one) => ({ ...one, node: moves.get(one.key) ?? one.node }));

const loadsOf = (stations: readonly StationToPlace[]): Map<string | null, number> =>
  new Map([...Map.groupBy(stations, ({ node }) => node)].map(([node, all]) => [node, all.length]));

/** Every station is on one of the engines, with its master, and no engine has more than 1.25 times the mean. */
const expectValid = (stations: readonly StationToPlace[], nodes: readonly NodeToFill[]): void => {
  const ids = new Set<string | null>(nodes.map(({ id }) => id));
  expect(stations.every(({ node }) => ids.has(node))).toBe(true);
  for (const group of Map.groupBy(stations, ({ anchor }) => anchor).values())
    expect(new Set(group.map(({ node }) => node)).size).toBe(1);
  const bound = Math.ceil((1.25 * stations.length) / nodes.length);
  // An anchor is never divided, so a small fleet may have one of them too many.
  const largest = Math.max(0, ...[...Map.groupBy(stations, ({ anchor }) => anchor).values()].map((all) => all.length));
  for (const load of loadsOf(stations).values()) expect(load).toBeLessThanOrEqual(bound + largest - 1);
};

const cases = Array.from({ length: 60 }, (_, seed) => seed);

test.each(cases)('places every station once, relays with their master, within 1.25 times the mean (%i)', (seed) => {
  const random = randomOf(seed);
  const nodes = nodesOf(1 + Math.floor(random() * 8));
  const stations = stationsOf(Math.floor(random() * 400), random);
  const placed = after(stations, planPlacements(stations, nodes));
  expectValid(placed, nodes);
  expect(planPlacements(placed, nodes).size).toBe(0);
});

test.each(cases)('moves only the stations of an engine that goes, and what a new one must have (%i)', (seed) => {
  const random = randomOf(seed + 1000);
  const nodes = nodesOf(2 + Math.floor(random() * 7));
  const stations = stationsOf(20 + Math.floor(random() * 400), random);
  const placed = after(stations, planPlacements(stations, nodes));

  const gone = nodes[Math.floor(random() * nodes.length)]!;
  const rest = nodes.filter((node) => node !== gone);
  const moves = planPlacements(placed, rest);
  expect([...moves.keys()].toSorted()).toEqual(
    placed
      .filter(({ node }) => node === gone.id)
      .map(({ key }) => key)
      .toSorted(),
  );
  const survived = after(placed, moves);
  expectValid(survived, rest);

  const back = planPlacements(survived, nodes);
  // No more moves than what the others have too many.
  const bound = Math.ceil((1.25 * stations.length) / nodes.length);
  const excess = [...loadsOf(survived).values()].reduce((sum, load) => sum + Math.max(0, load - bound), 0);
  expect(back.size).toBeLessThanOrEqual(excess + 3 * rest.length);
  expectValid(after(survived, back), nodes);
});

test('leaves everything where it is while no engine is there', () => {
  expect(planPlacements([{ key: 's-1', anchor: 's-1', node: 'engine-0' }], []).size).toBe(0);
});

test('moves no more than it may only to level the load, but all stations of an engine that is gone', () => {
  const stations = Array.from({ length: 100 }, (_, at) => ({
    ...{ key: `s-${String(at)}`, anchor: `s-${String(at)}` },
    node: at < 80 ? 'engine-0' : 'away',
  }));
  const moves = planPlacements(stations, nodesOf(3), { rebalanced: 5, drained: 0 });
  const moved = stations.filter(({ key }) => moves.has(key));
  expect(moved.filter(({ node }) => node === 'away')).toHaveLength(20);
  expect(moved.filter(({ node }) => node === 'engine-0')).toHaveLength(5);
});

test('a relay follows its new master', () => {
  const moves = planPlacements(
    [
      { key: 's-master', anchor: 's-master', node: 'engine-0' },
      { key: 's-relay', anchor: 's-master', node: 'engine-1' },
    ],
    nodesOf(2),
  );
  expect([...moves]).toEqual([['s-relay', 'engine-0']]);
});

test('an engine gets no more than it is meant for, as long as another has room', () => {
  const stations = stationsOf(40, randomOf(7)).map((one) => ({ ...one, anchor: one.key }));
  const nodes = [
    { id: 'engine-0', capacity: 5, state: 'up' as const },
    { id: 'engine-1', capacity: 100, state: 'up' as const },
  ];
  expect(loadsOf(after(stations, planPlacements(stations, nodes))).get('engine-0')).toBe(5);
});

const setState = (nodes: readonly NodeToFill[], id: string, state: NodeToFill['state']): NodeToFill[] =>
  nodes.map((node) => (node.id === id ? { ...node, state } : node));
const spread = (): StationToPlace[] =>
  Array.from({ length: 30 }, (_, at) => ({
    ...{ key: `s-${String(at)}`, anchor: `s-${String(at)}` },
    node: `engine-${String(at % 3)}`,
  }));

test('a drained engine loses no more than may leave at once, and gets none', () => {
  const nodes = setState(nodesOf(3), 'engine-0', 'draining');
  let stations = spread();
  const left = [10, 6, 2, 0].map((expected) => {
    expect(loadsOf(stations).get('engine-0') ?? 0).toBe(expected);
    const moves = planPlacements(stations, nodes, { rebalanced: 0, drained: 4 });
    stations = after(stations, moves);
    return moves.size;
  });
  expect(left).toEqual([4, 4, 2, 0]);
  expectValid(stations, nodes.slice(1));
  const fresh = after(stationsOf(20, randomOf(3)), planPlacements(stationsOf(20, randomOf(3)), nodes));
  expect(loadsOf(fresh).get('engine-0')).toBeUndefined();
});

test('where no other engine is up, one that is drained keeps its stations and gets those of a lost one', () => {
  const nodes = setState(nodesOf(1), 'engine-0', 'draining');
  const moves = planPlacements(spread(), nodes);
  expect(moves.size).toBe(20);
  expect(new Set(moves.values())).toEqual(new Set(['engine-0']));
});

test('an engine that is cut off neither gets nor loses stations', () => {
  const nodes = setState(nodesOf(3), 'engine-0', 'cutOff');
  expect(planPlacements(spread(), nodes).size).toBe(0);
  const crowded = spread().map((one) => ({ ...one, node: 'engine-0' }));
  expect(planPlacements(crowded, nodes).size).toBe(0);
  const lost = spread().map((one) => ({ ...one, node: one.node === 'engine-1' ? 'away' : one.node }));
  expect(new Set(planPlacements(lost, nodes).values())).toEqual(new Set(['engine-1', 'engine-2']));
  // Not even a relay of a master there, which plays on where it is.
  const relay = { key: 's-relay', anchor: 's-0', node: 'engine-1' };
  expect(planPlacements([...spread(), relay], nodes).has('s-relay')).toBe(false);
});
