/** The brand's mark on a 32 × 32 grid: waves that rise from a horizon. */
export const mark = {
  strokes: ['M4 21c4 0 4-10 8-10s4 10 8 10 4-10 8-10', 'M4 26.5c4 0 4-4 8-4s4 4 8 4 4-4 8-4'],
  dot: { x: 26, y: 5.5, r: 2.5 },
} as const;
