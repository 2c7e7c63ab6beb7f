/** Bytes as GB, to a hundredth. */
export const inGb = (bytes: number): number => Math.round((bytes / 1024 ** 3) * 100) / 100;
