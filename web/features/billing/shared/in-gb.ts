/** Bytes in GB, rounded to two decimals. */
export const inGb = (bytes: number): number => Math.round((bytes / 1024 ** 3) * 100) / 100;
