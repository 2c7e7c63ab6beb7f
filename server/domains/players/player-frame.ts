import type { Config } from '#server/kernel/config.ts';
import { playerCode, playerHeight, type CodeOf } from './player-code.ts';

const usualWidth = 640;

/** The frame of a player as oEmbed's `rich` type has it, within the given size; in CSS pixels. */
export const playerFrame = (
  config: Pick<Config, 'deliveryUrl'>,
  player: CodeOf,
  max: { width: number; height: number },
): { type: 'rich'; html: string; width: number; height: number } => {
  const { kind, settings } = player;
  const isFixed = settings.size === 'fixed';
  return {
    type: 'rich',
    html: playerCode(config, player).iframe,
    width: Math.min((isFixed && settings.width) || usualWidth, max.width),
    height: Math.min((isFixed && settings.height) || playerHeight(kind, settings.variant), max.height),
  };
};
