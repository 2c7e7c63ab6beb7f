/** The items in the order of `keys`; items that `keys` does not name follow in their old order. */
export const arrange = <T extends { key: K }, K extends string>(items: readonly T[], keys: readonly K[]): T[] => {
  const byKey = new Map(items.map((item) => [item.key, item]));
  const named = keys.flatMap((key) => {
    const item = byKey.get(key);
    byKey.delete(key);
    return item ? [item] : [];
  });
  return [...named, ...byKey.values()];
};

/** The items after `tracks`, in the given order, moved before another item, or to the end (null). */
export const moveBefore = <T extends { key: K }, K extends string>(
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

/** The key that follows `moving` once its first key is at position `place` (from 0); null at the end. */
export const keyAfter = <K extends string>(keys: readonly K[], moving: readonly K[], place: number): K | null => {
  const movingKeys = new Set<K>(moving);
  return keys.filter((key) => !movingKeys.has(key))[Math.max(0, place)] ?? null;
};
