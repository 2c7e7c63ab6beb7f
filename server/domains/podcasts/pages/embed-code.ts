import type { EpisodeKey } from '#contract/rules/keys.ts';
import type { Config } from '#server/kernel/config.ts';
import { html } from '#server/platform/pages/html.ts';

export const embedHeight = 190;
export const embedWidth = 640;

/** The iframe that embeds an episode's player in another site. */
export const embedCode = (
  { config }: { config: Pick<Config, 'deliveryUrl'> },
  episode: { key: EpisodeKey; title: string },
): string =>
  html`<iframe
    src="${config.deliveryUrl}/embed/episodes/${episode.key}"
    title="${episode.title}"
    width="100%"
    height="${embedHeight}"
    style="border:0;max-width:${embedWidth}px"
    loading="lazy"
    allow="autoplay"
  ></iframe>`.html;
