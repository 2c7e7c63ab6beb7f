import { hash } from 'node:crypto';

/*
 * Which engine has which station. Stations that belong together, a master and its relays, have one anchor and share an
 * engine. An engine has at most 1.25 times the mean; what is placed stays where it is, unless its engine has gone, is
 * drained or has more than that.
 */

export type StationToPlace = {
  key: string;
  /** The master's key of a relay, else the own one. */
  anchor: string;
  /** Where it is now; null: nowhere. */
  node: string | null;
};

export type NodeToFill = {
  id: string;
  /** The stations that it should have at most; unknown before an engine first answered. */
  capacity: number | null;
  /**
   * Only those that are up get stations, as long as there is one. Draining ones lose theirs, and get none but relays of theirs.
   * Those that are cut off neither get nor lose any: what they do can't be changed now.
   */
  state: 'up' | 'draining' | 'cutOff';
};

/** How many anchors may move at once to level the load, and how many may leave engines that are drained. */
export type MoveLimits = { rebalanced: number; drained: number };

/** How much more than the mean an engine may have. */
const boundFactor = 1.25;

/**
 * The moves that are due, as station → engine. `nodes` are the engines that may have stations: without any, nothing moves.
 * Anchors that leave an engine which still plays are limited: a station that moves is silent for a moment at players that are
 * connected to its engine.
 */
export const planPlacements = (
  stations: readonly StationToPlace[],
  nodes: readonly NodeToFill[],
  { rebalanced, drained }: MoveLimits = { rebalanced: Infinity, drained: Infinity },
): Map<string, string> => {
  const moves = new Map<string, string>();
  if (nodes.length === 0) return moves;
  const loads = createLoads(nodes, stations.length);
  const groups = groupsOf(stations, loads);
  for (const group of groups) if (group.node !== undefined) loads.add(group.node, group.stations.length);
  for (const group of groups) group.node ??= loads.place(group);
  const upNodes = idsOf(nodes, 'up');
  if (upNodes.length > 0) for (const id of idsOf(nodes, 'draining')) drained -= empty(id, groups, loads, drained);
  for (const id of upNodes) rebalanced -= relieve(id, groups, loads, rebalanced);
  const isCutOff = new Set(idsOf(nodes, 'cutOff'));
  for (const { node, stations: members } of groups)
    for (const one of members)
      if (node !== undefined && one.node !== node && !(isCutOff.has(node) && one.node !== null && loads.has(one.node)))
        moves.set(one.key, node);
  return moves;
};

const idsOf = (nodes: readonly NodeToFill[], state: NodeToFill['state']): string[] =>
  nodes.flatMap((node) => (node.state === state ? [node.id] : []));

type Group = { anchor: string; stations: StationToPlace[]; node: string | undefined };
type Loads = ReturnType<typeof createLoads>;

/** The stations of each anchor, at the master's engine or, without it, at that of most of them. */
const groupsOf = (stations: readonly StationToPlace[], loads: Loads): Group[] =>
  [...Map.groupBy(stations, ({ anchor }) => anchor)].map(([anchor, members]) => {
    const placed = members.filter(({ node }) => node !== null && loads.has(node));
    const master = placed.find(({ key }) => key === anchor)?.node;
    return { anchor, stations: members, node: master ?? mostFrequent(placed.map(({ node }) => node!)) };
  });

const mostFrequent = (nodes: readonly string[]): string | undefined =>
  [...Map.groupBy(nodes, (node) => node)].toSorted(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))[0]?.[0];

/** Moves anchors away from an engine that is drained; returns how many have moved. */
const empty = (id: string, groups: readonly Group[], loads: Loads, atMost: number): number => {
  const leaving = groups.filter(({ node }) => node === id).slice(0, Math.max(0, atMost));
  for (const group of leaving) {
    loads.add(id, -group.stations.length);
    group.node = loads.place(group);
  }
  return leaving.length;
};

/** Moves what is too much of an engine to others that have room; returns how many anchors have moved. */
const relieve = (id: string, groups: readonly Group[], loads: Loads, atMost: number): number => {
  let moved = 0;
  if (loads.excess(id) <= 0) return moved;
  const here = groups.filter(({ node }) => node === id);
  // Those first that another engine would have been chosen for.
  const rankOf = new Map(here.map(({ anchor }) => [anchor, loads.ranked(anchor).indexOf(id)]));
  for (const group of here.toSorted((a, b) => rankOf.get(b.anchor)! - rankOf.get(a.anchor)!)) {
    if (moved >= atMost || loads.excess(id) <= 0) break;
    const size = group.stations.length;
    const to = loads.ranked(group.anchor).find((node) => node !== id && loads.hasRoom(node, size));
    if (to === undefined) continue;
    loads.add(id, -size);
    loads.add(to, size);
    group.node = to;
    moved += 1;
  }
  return moved;
};

const createLoads = (nodes: readonly NodeToFill[], total: number) => {
  const loads = new Map(nodes.map(({ id }) => [id, 0]));
  // Where none is up, one that is drained is better than none.
  const open = [idsOf(nodes, 'up'), idsOf(nodes, 'draining'), [...loads.keys()]].find((ids) => ids.length > 0)!;
  const bound = Math.ceil((boundFactor * total) / open.length);
  const capacityOf = new Map(nodes.map(({ id, capacity }) => [id, capacity ?? Infinity]));
  const limits = new Map(nodes.map(({ id, capacity }) => [id, Math.min(bound, capacity ?? bound)]));
  const loadOf = (id: string): number => loads.get(id)!;
  const hasRoom = (id: string, size: number): boolean => loadOf(id) + size <= limits.get(id)!;
  const add = (id: string, size: number): void => void loads.set(id, loadOf(id) + size);
  const ranked = (anchor: string): string[] => rankNodes(anchor, open);
  return {
    ...{ hasRoom, add, ranked },
    has: (id: string): boolean => loads.has(id),
    /** More than the mean allows; more than the capacity stays, as it would be too much elsewhere too. */
    excess: (id: string): number => loadOf(id) - bound,
    /** At the first engine in the anchor's order that has room; where none has, at the one that is used least. */
    place(group: Pick<Group, 'anchor' | 'stations'>): string {
      const size = group.stations.length;
      const order = ranked(group.anchor);
      const used = (id: string): number => (loadOf(id) + size) / capacityOf.get(id)!;
      const byLoad = (a: string, b: string): number => loadOf(a) - loadOf(b);
      const node =
        order.find((id) => hasRoom(id, size)) ??
        order.filter((id) => used(id) <= 1).toSorted(byLoad)[0] ??
        order.toSorted((a, b) => used(a) - used(b))[0]!;
      add(node, size);
      return node;
    },
  };
};

/** Where stations without an engine begin, as station → engine; `anchors` are those of their anchors that have one. */
export const placeNew = (
  stations: readonly Omit<StationToPlace, 'node'>[],
  nodes: readonly (NodeToFill & { load: number })[],
  anchors: ReadonlyMap<string, string>,
): Map<string, string> => {
  const placed = new Map<string, string>();
  if (nodes.length === 0) return placed;
  const total = nodes.reduce((sum, { load }) => sum + load, stations.length);
  const loads = createLoads(nodes, total);
  for (const { id, load } of nodes) loads.add(id, load);
  for (const [anchor, members] of Map.groupBy(stations, (one) => one.anchor)) {
    const beside = anchors.get(anchor);
    const all = members.map((one) => ({ ...one, node: null }));
    const node = beside !== undefined && loads.has(beside) ? beside : loads.place({ anchor, stations: all });
    for (const { key } of members) placed.set(key, node);
  }
  return placed;
};

/** All engines in the order of an anchor: where one goes, only its own stations get another (rendezvous hashing). */
const rankNodes = (anchor: string, nodes: readonly string[]): string[] =>
  nodes
    .map((id) => ({ id, weight: hash('sha1', `${anchor} ${id}`) }))
    .toSorted((a, b) => (a.weight < b.weight ? 1 : -1))
    .map(({ id }) => id);
