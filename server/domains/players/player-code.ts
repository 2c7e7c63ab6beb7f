import type { PlayerKey } from '#contract/keys.ts';
import type { Player, PlayerSettings } from '#contract/player.ts';
import type { Config } from '#server/kernel/config.ts';
import { html, trusted, type Html } from '#server/kernel/pages/html.ts';

type Delivered = Pick<Config, 'deliveryUrl'>;

/** Heights of a player that isn't of a fixed size, in CSS pixels; a sticky one is a bar. */
const usualHeight = { inline: 120, floating: 120, sticky: 72 } as const;
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
export const playerCode = (
  config: Delivered,
  { key, name, settings }: { key: PlayerKey; name: string; settings: PlayerSettings },
): Player['code'] => {
  const { embed, page, script } = playerUrls(config, key);
  const isFixed = settings.size === 'fixed';
  const width = isFixed ? String(settings.width ?? usualWidth) : '100%';
  const height = String((isFixed ? settings.height : null) ?? usualHeight[settings.variant]);
  const frame = html`<iframe
    src="${embed}"
    title="${name}"
    width="${width}"
    height="${height}"
    style="border:0"
    allow="autoplay"
    loading="lazy"
  ></iframe>`;
  const element = html`${loader(script)} <radio-player key="${key}"></radio-player>`;
  return {
    script: html`<script async src="${script}" data-player="${key}"></script>`.markup,
    iframe: frame.markup,
    element: element.markup,
    link: page,
  };
};

const loader = (script: string): Html => trusted(html`<script async src="${script}"></script>`.markup);
