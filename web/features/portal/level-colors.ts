/** The colour of each notification level. */
export const levelColors = { info: 'brand', success: 'green', warning: 'yellow', danger: 'red' } as const;
