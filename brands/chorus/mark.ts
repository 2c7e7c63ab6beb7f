/** The brand's mark on a 32 × 32 grid: three voices. */
export const mark = {
  strokes: ['M8 11v10M16 6v20', 'M24 13v6'],
  dot: { x: 24, y: 6.5, r: 2.5 },
} as const;
