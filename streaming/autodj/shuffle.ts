import type { AutoDjItem } from '#contract/engine/engine.ts';

/** Returns the items in a pseudo-random order that depends only on the seed; 10,000 take a few milliseconds. */
export const shuffled = (items: readonly AutoDjItem[], seed: string): AutoDjItem[] => {
  const start = hash(seed, 0x9e3779b9);
  const seen = new Map<string, number>();
  const ranks = new Float64Array(items.length);
  items.forEach(({ key }, at) => {
    const times = seen.get(key) ?? 0;
    seen.set(key, times + 1);
    ranks[at] = hash(key, start + times) * 0x1_0000_0000 + hash(key, ~start - times);
  });
  const order = Uint32Array.from(items.keys()).sort((a, b) => ranks[a]! - ranks[b]! || a - b);
  return Array.from(order, (at) => items[at]!);
};

/** 32-bit hash of a text (FNV-1a with Murmur's finalizer). */
const hash = (text: string, start: number): number => {
  let bits = (0x811c9dc5 ^ start) >>> 0;
  for (let at = 0; at < text.length; at++) bits = Math.imul(bits ^ text.charCodeAt(at), 0x01000193);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
};
