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

/** The keys after one of them has moved to a place (counted from 0, as it stands afterwards). */
export const moved = <K extends string>(keys: readonly K[], key: K, to: number): K[] => {
  const others = keys.filter((other) => other !== key);
  const place = Math.max(0, Math.min(others.length, to));
  return [...others.slice(0, place), key, ...others.slice(place)];
};
