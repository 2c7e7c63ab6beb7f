/** Joins buffers into one. */
export type Join = (parts: readonly Buffer[]) => Buffer;

export const joined: Join = (parts) => Buffer.concat(parts);

/**
 * Memory for bytes that are built for one batch and written at once. It is used again for the next batch, as garbage of
 * this size would make the collector run all the time.
 */
export type WritePool = {
  join: Join;
  /** Some of these bytes wait in a socket: their memory is not used again. */
  keep(bytes: Buffer): void;
  /** Everything that was joined so far has been written. */
  reset(): void;
};

const slabBytes = 128 * 1024;

/** Memory of a batch that was not needed for the next ones is given up by and by. */
export const createWritePool = (): WritePool => {
  let slabs: Buffer[] = [];
  /** The slab in use, and the bytes used of it. */
  let [at, used] = [0, 0];
  const kept = new Set<ArrayBufferLike>();

  return {
    join(parts) {
      let length = 0;
      for (const part of parts) length += part.length;
      if (length > slabBytes) return joined(parts);
      if (slabs[at] && used + length > slabBytes) [at, used] = [at + 1, 0];
      const slab = (slabs[at] ??= Buffer.allocUnsafeSlow(slabBytes));
      const bytes = slab.subarray(used, used + length);
      for (const part of parts) used += part.copy(slab, used);
      return bytes;
    },
    keep: (bytes) => void kept.add(bytes.buffer),
    reset() {
      const needed = Math.min(slabs.length, used > 0 ? at + 1 : at);
      const spare = Math.floor((slabs.length - needed) / 2);
      slabs = slabs.slice(0, needed + spare).filter(({ buffer }) => !kept.has(buffer));
      kept.clear();
      [at, used] = [0, 0];
    },
  };
};
