import type { BrandTheme } from '#contract/rules/brand.ts';

/** Deep sea green, as a harbour light; shade 6 carries white text at 4.5:1 and more. */
export const theme: BrandTheme = {
  primary: [
    '#e9f8f6',
    '#d0efeb',
    '#a1dfd7',
    '#6cccc0',
    '#3db4a7',
    '#1f9689',
    '#0b7268',
    '#085e56',
    '#074d47',
    '#053a36',
  ],
  radius: 'lg',
  fontFamily:
    '"Inter Variable", Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", sans-serif',
};
