/** So many bits (at most 32) from a bit on. */
export const readBits = (bytes: Buffer, from: number, count: number): number => {
  let value = 0;
  for (let bit = from; bit < from + count; bit++) value = (value << 1) | ((bytes[bit >> 3]! >> (7 - (bit & 7))) & 1);
  return value;
};

/** Replaces so many bits from a bit on. */
export const writeBits = (bytes: Buffer, from: number, count: number, value: number): void => {
  for (let i = 0; i < count; i++) {
    const [at, mask] = [(from + i) >> 3, 0x80 >> ((from + i) & 7)];
    if ((value >> (count - 1 - i)) & 1) bytes[at]! |= mask;
    else bytes[at]! &= ~mask;
  }
};
