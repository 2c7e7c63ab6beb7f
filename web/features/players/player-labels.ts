import type { PlayerPart, PlayerSettings, PreviewState } from '#contract/api/player.ts';

/** The words for a player's settings. */
export const variantLabels: Record<PlayerSettings['variant'], string> = {
  inline: 'Inline',
  floating: 'Floating',
  sticky: 'Sticky',
};

export const themeLabels: Record<PlayerSettings['theme'], string> = {
  auto: 'As the visitor’s device',
  light: 'Light',
  dark: 'Dark',
};

export const partLabels: Record<PlayerPart, string> = {
  artwork: 'Artwork',
  history: 'Recently played',
  volume: 'Volume',
  share: 'Share',
  stations: 'List of stations',
  listeners: 'Number of listeners',
  sleep: 'Sleep timer',
  brand: 'Link to us',
};

export const stateLabels: Record<PreviewState, string> = {
  onAir: 'On air',
  live: 'Live',
  offAir: 'Off air',
  longTitles: 'Long titles',
  reconnecting: 'Reconnecting',
};
