/** The same things in the order of `keys`; what `keys` doesn't name keeps its place at the end. */
export const arrange = <T extends { key: K }, K extends string>(items: readonly T[], keys: readonly K[]): T[] => {
  const byKey = new Map(items.map((item) => [item.key, item]));
  const named = keys.flatMap((key) => {
    const item = byKey.get(key);
    byKey.delete(key);
    return item ? [item] : [];
  });
  return [...named, ...byKey.values()];
};

/** The things after some of them, in the order given, have moved to before another one, or to the end (null). */
export const movedBefore = <T extends { key: K }, K extends string>(
  items: readonly T[],
  { tracks, before }: { tracks: readonly K[]; before: K | null },
): T[] => {
  const moving = new Set<K>(tracks);
  const moved = arrange(
    items.filter(({ key }) => moving.has(key)),
    tracks,
  );
  const others = items.filter(({ key }) => !moving.has(key));
  const place = before === null ? -1 : others.findIndex(({ key }) => key === before);
  return place < 0 ? [...others, ...moved] : [...others.slice(0, place), ...moved, ...others.slice(place)];
};

/** What stands behind keys that come to a place (counted from 0, as the first of them stands afterwards); null for the end. */
export const neighbourAt = <K extends string>(keys: readonly K[], moving: readonly K[], place: number): K | null => {
  const gone = new Set<K>(moving);
  return keys.filter((key) => !gone.has(key))[Math.max(0, place)] ?? null;
};
