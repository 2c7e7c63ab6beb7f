/** How far each list is behind its share, in tracks times the sum of weights, by its id. Immutable, as progress is. */
export type Credits = Readonly<Record<string, number>>;

type Weighted = { id: string; weight: number };
/** A list that may play next, and the credits after it did. */
export type Turn<List> = { list: List; after: Credits };

/**
 * The lists in the order of who is due, by smooth weighted round-robin (as nginx divides requests): each earns its weight a
 * track, and the one that plays pays for all. With weights 2 and 1 they play a, b, a. The first one is not always able to
 * play; then a later one does, and the first makes up for it.
 */
export const turns = <List extends Weighted>(lists: readonly List[], credits: Credits): Turn<List>[] => {
  const [only] = lists;
  if (only && lists.length === 1) return [{ list: only, after: {} }];
  const sum = lists.reduce((total, { weight }) => total + weight, 0);
  const earned = lists.map((list) => ({ list, credit: bounded(credits[list.id] ?? 0, sum) + list.weight }));
  return earned
    .toSorted((one, other) => other.credit - one.credit)
    .map(({ list }) => ({
      list,
      after: Object.fromEntries(earned.map((one) => [one.list.id, one.list === list ? one.credit - sum : one.credit])),
    }));
};

/** A list neither owes nor is owed more than a round, after its weight changed or when it had nothing to play. */
const bounded = (credit: number, sum: number): number => Math.max(-sum, Math.min(credit, sum));
