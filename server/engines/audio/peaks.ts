const mostPairs = 40_000;

/**
 * Gathers the lowest and the highest of every `stretch` samples of 16 bits as they come, as −128 to 127. At the end so many
 * neighbours are `merged` into one that there are at most 40,000.
 */
export const gatherPeaks = (stretch: number) => {
  const pairs: number[] = [];
  let [low, high, count] = [0, 0, 0];
  let odd: number | undefined;
  const take = (sample: number) => {
    if (count === 0 || sample < low) low = sample;
    if (count === 0 || sample > high) high = sample;
    count += 1;
    if (count === stretch) close();
  };
  const close = () => {
    pairs.push(low >> 8, high >> 8);
    count = 0;
  };
  return {
    hear: (bytes: Buffer): void => {
      let at = 0;
      if (odd !== undefined && bytes.length > 0) {
        take(((bytes[0]! << 24) >> 16) | odd);
        odd = undefined;
        at = 1;
      }
      for (; at + 1 < bytes.length; at += 2) take(bytes.readInt16LE(at));
      if (at < bytes.length) odd = bytes[at];
    },
    end: (): { pairs: Int8Array; merged: number } => {
      if (count > 0) close();
      const merged = Math.max(1, Math.ceil(pairs.length / 2 / mostPairs));
      return { pairs: merged === 1 ? Int8Array.from(pairs) : merge(pairs, merged), merged };
    },
  };
};

const merge = (pairs: number[], count: number): Int8Array => {
  const merged: number[] = [];
  for (let at = 0; at < pairs.length; at += 2 * count) {
    let [low, high] = [127, -128];
    for (let i = at; i < Math.min(at + 2 * count, pairs.length); i += 2) {
      low = Math.min(low, pairs[i]!);
      high = Math.max(high, pairs[i + 1]!);
    }
    merged.push(low, high);
  }
  return Int8Array.from(merged);
};
