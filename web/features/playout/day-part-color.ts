const colors = ['brand', 'teal', 'orange', 'grape', 'green', 'pink', 'cyan', 'red'] as const;

/** Neighbours in the list have different colours. */
export const colorOf = (index: number): string => `var(--mantine-color-${colors[index % colors.length] ?? 'brand'}-6)`;
