/** Keeps stereo sound below a ceiling without distorting it: it looks ahead, so that its gain is down before a peak arrives. */
export type Limiter = {
  /** Limits these samples in place; they come out `lookAhead` samples later. Returns the lowest gain that was applied. */
  process(left: Float32Array, right: Float32Array): number;
  readonly lookAhead: number;
};

const lookAheadS = 0.005;
const releaseS = 0.15;

/** `ceiling`: the largest absolute value that comes out. */
export const createLimiter = (sampleRate: number, ceiling: number): Limiter => {
  const size = Math.round(sampleRate * lookAheadS);
  const release = 1 - Math.exp(-1 / (sampleRate * releaseS));
  const delayed = [new Float32Array(size), new Float32Array(size)] as const;
  const lowest = createSlidingLowest(size);
  const means = new Float32Array(size).fill(1);
  let at = 0;
  let sum = size;
  let envelope = 1;
  /** Gain falls in a straight line over the look-ahead: the mean of what each sample in it needs. */
  const gainFor = (peak: number): number => {
    const needed = peak > ceiling ? ceiling / peak : 1;
    envelope = needed < envelope ? needed : envelope + (1 - envelope) * release;
    const low = lowest(envelope);
    sum += low - means[at]!;
    means[at] = low;
    return Math.min(1, sum / size);
  };
  return {
    lookAhead: size,
    process(left, right) {
      let least = 1;
      for (let index = 0; index < left.length; index++) {
        const [newLeft, newRight] = [left[index]!, right[index]!];
        const gain = gainFor(Math.max(Math.abs(newLeft), Math.abs(newRight)));
        if (gain < least) least = gain;
        left[index] = clip(delayed[0][at]! * gain, ceiling);
        right[index] = clip(delayed[1][at]! * gain, ceiling);
        delayed[0][at] = newLeft;
        delayed[1][at] = newRight;
        at = (at + 1) % size;
      }
      return least;
    },
  };
};

/** Against rounding only: the gain is low enough already. */
const clip = (value: number, ceiling: number): number => Math.max(-ceiling, Math.min(ceiling, value));

/** The lowest of the last `size + 1` values, so that the gain covers a sample until it has come out. */
const createSlidingLowest = (size: number): ((value: number) => number) => {
  const values = new Float64Array(size + 2);
  const places = new Float64Array(size + 2);
  let [head, length, now] = [0, 0, 0];
  return (value) => {
    const last = (): number => (head + length - 1) % values.length;
    while (length > 0 && values[last()]! >= value) length--;
    const next = (head + length) % values.length;
    values[next] = value;
    places[next] = now;
    length++;
    if (places[head]! < now - size) {
      head = (head + 1) % values.length;
      length--;
    }
    now++;
    return values[head]!;
  };
};
