import type { Kind, Kinds, Stored } from './objects.ts';
import { missing } from './wire/refusal.ts';

/**
 * What one request, page or renewal works on: everything of one customer and the catalog, in memory, at the customer's time. The logic on it
 * is plain and synchronous; `store.ts` reads it from the database before, and writes what has changed after.
 */
export type World = {
  /** The customer's time, s; while due things happen it is the time at which each is due. */
  now: number;
  /** The real time, s: pages expire by it. */
  wall: number;
  /** How far the customer's clock is ahead, s. */
  readonly ahead: number;
  readonly customer: string | null;
  /** Where the pages are. */
  readonly pagesUrl: string;
  /** The seller's country, which decides the tax; null: no tax. */
  readonly seller: string | null;
  readonly objects: Map<string, Stored>;
  readonly changed: Set<string>;
  readonly removed: Set<string>;
  /** What happened, in order: the type, and the object as it was then. */
  readonly events: { type: string; object: unknown }[];
};

type Given = Pick<World, 'now' | 'wall' | 'ahead' | 'customer' | 'pagesUrl' | 'seller'>;

export const createWorld = (given: Given, objects: readonly Stored[] = []): World => ({
  ...given,
  objects: new Map(objects.map((one) => [one.id, one])),
  changed: new Set(),
  removed: new Set(),
  events: [],
});

/** An object of a kind; throws the provider's 404 for another id. */
export const find = <K extends Kind>(world: World, kind: K, id: string): Kinds[K] => {
  const found = lookUp(world, kind, id);
  if (!found) throw missing(kind, id);
  return found;
};

export const lookUp = <K extends Kind>(world: World, kind: K, id: string): Kinds[K] | undefined => {
  const found = world.objects.get(id);
  return found?.object === kind ? (found as Kinds[K]) : undefined;
};

/** All objects of a kind, newest first. */
export const all = <K extends Kind>(world: World, kind: K): Kinds[K][] =>
  [...world.objects.values()].filter((one): one is Kinds[K] => one.object === kind).toReversed();

/** Stores a new or changed object. */
export const put = <T extends Stored>(world: World, object: T): T => {
  world.objects.set(object.id, object);
  world.changed.add(object.id);
  return object;
};

export const remove = (world: World, id: string): void => {
  world.objects.delete(id);
  world.changed.delete(id);
  world.removed.add(id);
};

/** Stores an object and says what happened to it. */
export const emit = <T extends Stored>(world: World, type: string, object: T): T => {
  world.events.push({ type, object: structuredClone(object) });
  return put(world, object);
};
