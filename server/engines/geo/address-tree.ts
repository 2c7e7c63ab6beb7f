import type { AddressWords } from '#server/kernel/address-words.ts';

/** The tree parameters in an mmdb file's metadata. */
export type TreeShape = { nodeCount: number; nodeByteSize: number; recordSize: number; ipVersion: number };

/** The record of a node for a bit: another node, `nodeCount` for no data, or above it a data pointer. */
type Child = (node: number, bit: number) => number;

/**
 * Finds the data pointer of an IP address in an mmdb; undefined without data. Caches the node after the first 16 bits,
 * which is most of the search.
 */
export const addressTree = (bytes: Uint8Array, shape: TreeShape): ((words: AddressWords) => number | undefined) => {
  const childOf = childrenOf(bytes, shape);
  const { nodeCount } = shape;
  const walk = (node: number, word: number, from: number, to: number): number => {
    let current = node;
    for (let bit = from; bit > to && current < nodeCount; bit--) current = childOf(current, (word >>> (bit - 1)) & 1);
    return current;
  };
  const nodeByPrefix = new Uint32Array(65_536);
  return (words) => {
    const path = shape.ipVersion === 6 && words.length === 1 ? [0, 0, 0, words[0]!] : words;
    const first = path[0]!;
    let node = nodeByPrefix[first >>> 16]! || (nodeByPrefix[first >>> 16] = walk(0, first, 32, 16));
    node = walk(node, first, 16, 0);
    for (let at = 1; at < path.length && node < nodeCount; at++) node = walk(node, path[at]!, 32, 0);
    return node > nodeCount ? node : undefined;
  };
};

/** A node is two records of 24, 28 or 32 bits; 28-bit records share the byte between them. */
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
