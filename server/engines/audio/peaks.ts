const maxPairs = 40_000;

/**
 * Collects the minimum and maximum of every `window` 16-bit samples of a stream, as −128 to 127. At the end, `merged`
 * neighbours are combined so that there are at most 40,000.
 */
export const gatherPeaks = (window: number) => {
  const pairs: number[] = [];
  let [low, high, count] = [0, 0, 0];
  let oddByte: number | undefined;
  const addSample = (sample: number) => {
    if (count === 0 || sample < low) low = sample;
    if (count === 0 || sample > high) high = sample;
    count += 1;
    if (count === window) close();
  };
  const close = () => {
    pairs.push(low >> 8, high >> 8);
    count = 0;
  };
  return {
    add: (bytes: Buffer): void => {
      let at = 0;
      if (oddByte !== undefined && bytes.length > 0) {
        addSample(((bytes[0]! << 24) >> 16) | oddByte);
        oddByte = undefined;
        at = 1;
      }
      for (; at + 1 < bytes.length; at += 2) addSample(bytes.readInt16LE(at));
      if (at < bytes.length) oddByte = bytes[at];
    },
    end: (): { pairs: Int8Array; merged: number } => {
      if (count > 0) close();
      const merged = Math.max(1, Math.ceil(pairs.length / 2 / maxPairs));
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
