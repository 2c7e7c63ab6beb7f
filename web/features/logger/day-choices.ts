const standardDays = [1, 3, 7, 14, 30, 42, 60, 92];

/** The retention choices in days; always includes the current one. */
export const dayChoices = (chosen: number): { value: string; label: string }[] =>
  [...new Set([...standardDays, chosen])]
    .toSorted((a, b) => a - b)
    .map((days) => ({ value: String(days), label: days === 1 ? '1 day' : `${days} days` }));
