import type { BrandTheme } from '#contract/rules/brand.ts';

/** Plum, as a curtain; shade 6 carries white text at 4.5:1 and more. */
export const theme: BrandTheme = {
  primary: [
    '#fbf0fa',
    '#f5dcf3',
    '#eab8e6',
    '#dc8fd6',
    '#cc68c4',
    '#b847af',
    '#9a2b92',
    '#80217a',
    '#691c64',
    '#50154d',
  ],
  radius: 'sm',
  fontFamily:
    '"Inter Variable", Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", sans-serif',
};
