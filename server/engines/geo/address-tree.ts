import type { AddressWords } from '#server/kernel/address-words.ts';

/** What an mmdb file says of its tree. */
export type TreeShape = { nodeCount: number; nodeByteSize: number; recordSize: number; ipVersion: number };

/** The record of a node for a bit: a node, `nodeCount` where nothing is known, or beyond it a pointer to what is. */
type Child = (node: number, bit: number) => number;

/**
 * Finds the pointer to what an mmdb knows of an address; undefined where it knows nothing. Where the first 16 bits lead
 * is remembered, as that is most of the way.
 */
export const addressTree = (bytes: Uint8Array, shape: TreeShape): ((words: AddressWords) => number | undefined) => {
  const childOf = childrenOf(bytes, shape);
  const { nodeCount } = shape;
  const walk = (node: number, word: number, from: number, to: number): number => {
    let reached = node;
    for (let bit = from; bit > to && reached < nodeCount; bit--) reached = childOf(reached, (word >>> (bit - 1)) & 1);
    return reached;
  };
  const reachedBy = new Uint32Array(65_536);
  return (words) => {
    const path = shape.ipVersion === 6 && words.length === 1 ? [0, 0, 0, words[0]!] : words;
    const first = path[0]!;
    let reached = reachedBy[first >>> 16]! || (reachedBy[first >>> 16] = walk(0, first, 32, 16));
    reached = walk(reached, first, 16, 0);
    for (let at = 1; at < path.length && reached < nodeCount; at++) reached = walk(reached, path[at]!, 32, 0);
    return reached > nodeCount ? reached : undefined;
  };
};

/** A node is two records of 24, 28 or 32 bits; those of 28 share the byte between them. */
const childrenOf = (bytes: Uint8Array, { recordSize, nodeByteSize }: TreeShape): Child => {
  const three = (at: number): number => (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!;
  if (recordSize === 24) return (node, bit) => three(node * nodeByteSize + bit * 3);
  if (recordSize === 32)
    return (node, bit) => {
      const at = node * nodeByteSize + bit * 4;
      return three(at) * 256 + bytes[at + 3]!;
    };
  return (node, bit) => {
    const at = node * nodeByteSize;
    const shared = bytes[at + 3]!;
    return bit === 0 ? ((shared & 0xf0) << 20) | three(at) : ((shared & 0x0f) << 24) | three(at + 4);
  };
};
