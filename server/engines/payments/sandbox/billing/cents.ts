/** Rounds half away from zero, so that a credit is the exact opposite of the charge it takes back. */
export const roundCents = (amount: number): number => Math.sign(amount) * Math.round(Math.abs(amount));

/** A part of an amount, by whole units: `part` of `whole` seconds, or per mille, or percent. */
export const shareOf = (amount: number, part: number, whole: number): number =>
  whole === 0 ? 0 : roundCents((amount * part) / whole);

export const sum = (amounts: Iterable<number>): number => {
  let total = 0;
  for (const amount of amounts) total += amount;
  return total;
};
