/** The alignment of a column: numbers to the end. */
export const alignOf = (meta: unknown): 'end' | undefined => (meta as { align?: 'end' } | undefined)?.align;
