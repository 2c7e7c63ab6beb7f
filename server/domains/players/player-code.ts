import type { PlayerKey } from '#contract/rules/keys.ts';
import type { Player, PlayerKind, PlayerSettings } from '#contract/api/player.ts';
import type { Config } from '#server/kernel/config.ts';
import { html } from '#server/kernel/pages/html.ts';

export type CodeOf = { key: PlayerKey; name: string; kind: PlayerKind; settings: PlayerSettings };
type Delivered = Pick<Config, 'deliveryUrl'>;

const stickyHeight = 72;

/** The height of a player that isn't of a fixed size, in CSS pixels: one of episodes has a list, a sticky one is a bar. */
export const playerHeight = (kind: PlayerKind, variant: PlayerSettings['variant']): number => {
  if (variant === 'sticky') return stickyHeight;
  return kind === 'stations' ? 120 : 360;
};
const usualWidth = 420;

/** The addresses of a player: in the delivery process, so that websites show it while the portal restarts. */
export const playerUrls = ({ deliveryUrl }: Delivered, key: PlayerKey): Player['urls'] => ({
  embed: `${deliveryUrl}/embed/${key}`,
  page: `${deliveryUrl}/embed/${key}`,
  script: `${deliveryUrl}/embed/v1.js`,
});

/**
 * What is copied to show a player: a script that puts it where it stands, or over the page; a frame; an element of one's own page
 * templates; its address, which WordPress and others turn into a player.
 */
export const playerCode = (config: Delivered, { key, name, kind, settings }: CodeOf): Player['code'] => {
  const { embed, page, script } = playerUrls(config, key);
  const isFixed = settings.size === 'fixed';
  const width = isFixed ? String(settings.width ?? usualWidth) : '100%';
  const height = String((isFixed ? settings.height : null) ?? playerHeight(kind, settings.variant));
  const size = { width, height, style: 'border:0', allow: 'autoplay', loading: 'lazy' };
  // Room for the player before its script has run, so that nothing in the page moves; where a page allows no such styles, the loader
  // makes it as soon as it runs.
  const isInPage = settings.variant === 'inline';
  const room: Record<string, string> = isInPage ? { style: `display:block;height:${height}px` } : {};
  return {
    script: element('script', {
      ...{ async: '', src: script, 'data-player': key },
      ...(isInPage && { 'data-height': height }),
      ...room,
    }),
    iframe: element('iframe', { src: embed, title: name, ...size }),
    element: `${element('script', { async: '', src: script })}\n${element('radio-player', { key, ...(isInPage && { height }), ...room })}`,
    link: page,
  };
};

/** An element without content; an attribute without value is written as its name. */
const element = (name: string, attributes: Record<string, string>): string => {
  const written = Object.entries(attributes).map(([attribute, value]) =>
    value === '' ? attribute : `${attribute}="${html`${value}`.markup}"`,
  );
  return `<${[name, ...written].join(' ')}></${name}>`;
};
