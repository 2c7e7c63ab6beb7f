/** A time zone where it is about noon, so that no day ends while a test reads it. */
export const zoneAtNoon = (): string => {
  const hours = 12 - new Date().getUTCHours();
  return `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`;
};
