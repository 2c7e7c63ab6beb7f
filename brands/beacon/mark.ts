/** The brand's mark on a 32 × 32 grid: a light and its two rings. */
export const mark = {
  strokes: ['M9 23a9.9 9.9 0 0 1 0-14M23 9a9.9 9.9 0 0 1 0 14', 'M4.5 27a16 16 0 0 1 0-22M27.5 5a16 16 0 0 1 0 22'],
  dot: { x: 16, y: 16, r: 3.5 },
} as const;
