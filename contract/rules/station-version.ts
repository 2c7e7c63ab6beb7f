/** How new a station's document is: `epoch` increases when the station moves to another engine, `revision` with its settings. */
export type StationVersion = { revision: number; epoch?: number | undefined };

/** Whether a version is older than another; without an epoch it is of a time before there were several engines. */
export const isOlderVersion = (one: StationVersion, other: StationVersion): boolean => {
  const [epoch, otherEpoch] = [one.epoch ?? 0, other.epoch ?? 0];
  return epoch === otherEpoch ? one.revision < other.revision : epoch < otherEpoch;
};
