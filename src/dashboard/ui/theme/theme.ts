import { ActionIcon, Button, createTheme, type MantineColorsTuple } from '@mantine/core';
import { SteadyButton } from '../focus/steady-button.ts';

const iris: MantineColorsTuple = [
  '#eef1ff',
  '#dde4ff',
  '#bccaff',
  '#9db1ff',
  '#8098ff',
  '#647ffb',
  '#4a66f0',
  '#3b54d8',
  '#3146b3',
  '#293b92',
];

/** White text on shades 6 and 7 has a contrast of 4.5:1, which Mantine's own red does not have. */
const red: MantineColorsTuple = [
  '#fff0f0',
  '#ffe0e1',
  '#ffc2c4',
  '#ff9da1',
  '#f8757b',
  '#ee5d65',
  '#d9363f',
  '#c62a34',
  '#a8202a',
  '#8a1820',
];

/** From text to background: Mantine uses 0 for text, 2 for dimmed text, 4 for lines, 6 for fields, 7 for the background. */
const dark: MantineColorsTuple = [
  '#e4e9f2',
  '#b9c3d4',
  '#9aa7bd',
  '#6b788f',
  '#2f394a',
  '#222b39',
  '#181f2a',
  '#0f141c',
  '#0b0f15',
  '#07090d',
];

/** Mantine's theme; all other styles are in style sheets. */
export const theme = createTheme({
  primaryColor: 'iris',
  primaryShade: { light: 7, dark: 6 },
  colors: { iris, dark, red },
  defaultRadius: 'md',
  fontFamily: 'Inter, ui-sans-serif, system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "Cascadia Mono", "SF Mono", Menlo, Consolas, monospace',
  headings: { fontWeight: '650' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({ defaultProps: { component: SteadyButton } }),
    ActionIcon: ActionIcon.extend({ defaultProps: { component: SteadyButton } }),
  },
});
