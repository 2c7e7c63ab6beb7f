/** The colour of each level of a notification. */
export const levelColors = { info: 'brand', success: 'green', warning: 'yellow', danger: 'red' } as const;
