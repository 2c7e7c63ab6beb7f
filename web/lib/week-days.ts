export const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
/** 1 is `Mon`. */
export const shortDay = (day: number): string => (dayNames[day - 1] ?? '').slice(0, 3);

/** Formats days: `Mon–Fri`, `Sat, Sun`, `Every day`. */
export const formatWeekDays = (days: readonly number[]): string => {
  const sorted = [...new Set(days)].toSorted((one, other) => one - other);
  const [first = 0, last = 0] = [sorted[0], sorted.at(-1)];
  if (sorted.length === 7) return 'Every day';
  if (sorted.length > 2 && last - first === sorted.length - 1) return `${shortDay(first)}–${shortDay(last)}`;
  return sorted.map(shortDay).join(', ');
};
