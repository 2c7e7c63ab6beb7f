import type { BrandTheme } from '#contract/rules/brand.ts';

/** Cobalt, as a clear sky; shade 6 carries white text at 4.5:1 and more. */
export const theme: BrandTheme = {
  primary: [
    '#eef3ff',
    '#dce6ff',
    '#b8cbff',
    '#8fadff',
    '#6a8ffb',
    '#4a72f0',
    '#2f57df',
    '#2547bf',
    '#1f3c9f',
    '#182f7d',
  ],
  radius: 'md',
  fontFamily:
    '"Inter Variable", Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", sans-serif',
};
