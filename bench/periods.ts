export const dayMs = 86_400_000;

/** The date (UTC) so many days before a day (ms) that began at midnight. */
export const dateBefore = (day: number, days: number): string =>
  new Date(day - days * dayMs).toISOString().slice(0, 10);
