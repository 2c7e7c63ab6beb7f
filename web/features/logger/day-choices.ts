const usual = [1, 3, 7, 14, 30, 42, 60, 92];

/** For how many days the logger may keep; what is chosen already is always among them. */
export const dayChoices = (chosen: number): { value: string; label: string }[] =>
  [...new Set([...usual, chosen])]
    .toSorted((a, b) => a - b)
    .map((days) => ({ value: String(days), label: days === 1 ? '1 day' : `${days} days` }));
