import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import { limits } from '#contract/rules/limits.ts';
import { brand } from '#brand/brand.ts';

const gray: MantineColorsTuple = [
  '#f5f7fb',
  '#edf0f6',
  '#e1e6ef',
  '#d0d7e3',
  '#b3bdcd',
  '#8792a6',
  '#5a6578',
  '#434d60',
  '#2a3345',
  '#141b2a',
];
const dark: MantineColorsTuple = [
  '#e3e8f1',
  '#c5cedd',
  '#a6b1c4',
  '#7e8aa0',
  '#36425a',
  '#2a354a',
  '#1d2739',
  '#131b2a',
  '#0d1320',
  '#080c15',
];
const red: MantineColorsTuple = [
  '#fff0f0',
  '#ffdede',
  '#ffbcbc',
  '#ff9696',
  '#fb7074',
  '#e84b53',
  '#c92a37',
  '#a8202c',
  '#861923',
  '#6c131b',
];
const green: MantineColorsTuple = [
  '#e8f9f0',
  '#cff1df',
  '#9fe2c0',
  '#6bd09e',
  '#3cba80',
  '#1f9d66',
  '#0d7a4c',
  '#0a633e',
  '#084f32',
  '#063f28',
];
const amber: MantineColorsTuple = [
  '#fff7e6',
  '#ffecc6',
  '#ffd98c',
  '#fdc04d',
  '#f3a71d',
  '#c9840a',
  '#935d00',
  '#774b00',
  '#5f3c00',
  '#4b2f00',
];
const radius = { sm: 'sm', md: 'md', lg: 'lg' }[brand.theme.radius];

/** Spec §9: a dropdown scrolls above this height. */
const scrolling = { maxHeight: limits.dropdownMaxPx, overflowY: 'auto' } as const;
/** The list itself scrolls: a scroll area within it would need its own Tab stop. */
const scrollingList = { withScrollArea: false, styles: { options: scrolling } };

/** The brand's theme: quiet surfaces, one strong colour, tabular figures. */
export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 6, dark: 6 },
  colors: { brand: brand.theme.primary as unknown as MantineColorsTuple, gray, dark, red, green, yellow: amber },
  autoContrast: true,
  luminanceThreshold: 0.179,
  fontFamily: brand.theme.fontFamily,
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace',
  headings: { fontFamily: brand.theme.fontFamily, fontWeight: '650', textWrap: 'balance' },
  defaultRadius: radius,
  cursorType: 'pointer',
  respectReducedMotion: true,
  breakpoints: { xs: '36em', sm: '48em', md: '62em', lg: '75em', xl: '88em' },
  // By name instead of import, so that a component's code is loaded with the first screen that shows it.
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'lg' } },
    Anchor: { defaultProps: { underline: 'hover' } },
    Badge: { defaultProps: { variant: 'light', radius: 'xl' } },
    Button: { defaultProps: { fw: 600 } },
    Drawer: {
      defaultProps: {
        closeButtonProps: { 'aria-label': 'Close' },
        styles: { title: { fontSize: '1.125rem', fontWeight: 650 } },
      },
    },
    Input: { defaultProps: { size: 'sm' } },
    Menu: {
      defaultProps: {
        shadow: 'lg',
        withInitialFocusPlaceholder: false,
        position: 'bottom-end',
        styles: { dropdown: scrolling },
      },
    },
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'lg',
        closeButtonProps: { 'aria-label': 'Close' },
        overlayProps: { blur: 2 },
        styles: { title: { fontSize: '1.125rem', fontWeight: 650 } },
      },
    },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } },
    Paper: { defaultProps: { radius: 'lg' } },
    Autocomplete: { defaultProps: scrollingList },
    MultiSelect: { defaultProps: { ...scrollingList, nothingFoundMessage: 'No data available' } },
    Select: { defaultProps: { ...scrollingList, nothingFoundMessage: 'No data available' } },
    TagsInput: { defaultProps: scrollingList },
    Skeleton: { defaultProps: { radius: 'md' } },
    Table: {
      defaultProps: {
        verticalSpacing: 'sm',
        horizontalSpacing: 'md',
        borderColor: 'var(--line)',
        highlightOnHoverColor: 'var(--hover)',
      },
    },
    Tabs: { defaultProps: { keepMounted: false } },
    Tooltip: {
      defaultProps: { withArrow: true, openDelay: 300, events: { hover: true, focus: true, touch: false } },
    },
  },
});

/** Text colours with a contrast of at least 4.5:1 on their backgrounds, in both schemes. */
export const cssVariables: CSSVariablesResolver = (mantine) => ({
  variables: {},
  light: {
    '--mantine-color-text': mantine.colors.gray[9],
    '--mantine-color-dimmed': mantine.colors.gray[6],
    '--mantine-color-placeholder': mantine.colors.gray[6],
    '--mantine-color-error': mantine.colors.red[6],
    '--mantine-color-anchor': mantine.colors['brand']?.[6] ?? '',
    '--mantine-color-default-border': mantine.colors.gray[3],
    '--mantine-color-disabled-color': mantine.colors.gray[6],
    '--ground': mantine.colors.gray[0],
    '--surface': '#ffffff',
    '--surface-raised': '#ffffff',
    '--line': mantine.colors.gray[2],
    '--hover': mantine.colors.gray[0],
    '--shade': '0 1px 2px rgb(20 27 42 / 5%), 0 4px 16px rgb(20 27 42 / 4%)',
    '--on-air': mantine.colors.red[6],
  },
  dark: {
    '--mantine-color-text': mantine.colors.dark[0],
    '--mantine-color-dimmed': mantine.colors.dark[2],
    '--mantine-color-placeholder': mantine.colors.dark[2],
    '--mantine-color-error': mantine.colors.red[3],
    '--mantine-color-anchor': mantine.colors['brand']?.[3] ?? '',
    '--mantine-color-default-border': mantine.colors.dark[4],
    '--mantine-color-disabled-color': mantine.colors.dark[2],
    '--ground': '#0b1019',
    '--surface': mantine.colors.dark[7],
    '--surface-raised': mantine.colors.dark[6],
    '--line': '#202b3e',
    '--hover': '#182234',
    '--shade': 'none',
    '--on-air': '#ff6b74',
  },
});
