const colors = ['brand', 'teal', 'orange', 'grape', 'green', 'pink', 'cyan', 'red'] as const;

/** The colour of a playlist; neighbours in the list differ. */
export const colorOf = (index: number): string => `var(--mantine-color-${colors[index % colors.length] ?? 'brand'}-6)`;
