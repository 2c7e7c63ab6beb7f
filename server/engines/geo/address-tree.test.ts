import { expect, it } from 'vitest';
import { addressTree, type TreeShape } from './address-tree.ts';

/** Encodes a node of two records, by record size. */
const nodeBytes = {
  24: (left: number, right: number) => [...big(left, 3), ...big(right, 3)],
  28: (left: number, right: number) => {
    const [l, r] = [big(left, 4), big(right, 4)] as [number[], number[]];
    return [...l.slice(1), (l[0]! << 4) | r[0]!, ...r.slice(1)];
  },
  32: (left: number, right: number) => [...big(left, 4), ...big(right, 4)],
};
const big = (value: number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, i) => (value >>> ((bytes - 1 - i) * 8)) & 255);

const tree = (recordSize: 24 | 28 | 32, nodes: [number, number][], ipVersion = 4) => {
  const shape: TreeShape = { nodeCount: nodes.length, nodeByteSize: recordSize / 4, recordSize, ipVersion };
  return addressTree(Uint8Array.from(nodes.flatMap(([left, right]) => nodeBytes[recordSize](left, right))), shape);
};

it.each([24, 28, 32] as const)('finds pointers in a tree with records of %i bits', (recordSize) => {
  const far = { 24: 0xfedcba, 28: 0xfedcba9, 32: 0xfedcba98 }[recordSize];
  const pointerOf = tree(recordSize, [
    [1, 2],
    [far, 100],
  ]);
  expect([0, 0x3f_ff_ff_ff, 0x40_00_00_00, 0x80_00_00_00].map((word) => pointerOf([word]))).toEqual([
    ...[far, far, 100, undefined],
  ]);
  expect(pointerOf([1])).toBe(far);
});

it('searches beyond the first 16 bits, and IPv4 within an IPv6 tree', () => {
  const leftmost = (depth: number): [number, number][] => Array.from({ length: depth }, (_, i) => [i + 1, 999]);
  const deep = tree(28, [...leftmost(20), [500, 600]]);
  expect([deep([0]), deep([1 << 11]), deep([1 << 12]), deep([0x80_00_00_00])]).toEqual([500, 600, 999, 999]);
  const within = tree(28, [...leftmost(96), [700, 800]], 6);
  expect([within([0]), within([0x80_00_00_00]), within([0, 0, 0, 0x80_00_00_00])]).toEqual([700, 800, 800]);
  expect(within([0, 0, 1, 0])).toBe(999);
});
