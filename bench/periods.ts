export const dayMs = 86_400_000;

/** The date (UTC) `days` days before `day` (ms, midnight). */
export const dateBefore = (day: number, days: number): string =>
  new Date(day - days * dayMs).toISOString().slice(0, 10);
