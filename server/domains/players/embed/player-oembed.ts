import type { Brand } from '#contract/brand.ts';
import { PlayerKey } from '#contract/keys.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { imageUrl } from '#server/platform/images.ts';
import type { OembedSource } from '#server/platform/pages/oembed.ts';
import { playerCode, playerUrls } from '../player-code.ts';
import { findPublicPlayer } from '../public-player.service.ts';

type Deps = Pick<Kernel, 'config' | 'db'> & { brand: Brand };

const usual = { width: 640, height: 120 };
const logoPx = 170;

/** The oEmbed 1.0 document of a player's address (`rich`), within the given size; undefined for other addresses. */
export const playerOembed =
  ({ config, db, brand }: Deps): OembedSource =>
  async ({ pathname }, max) => {
    const [, written] = /^\/embed\/([\w-]+)\/?$/.exec(pathname) ?? [];
    const key = PlayerKey.safeParse(written);
    if (!key.success || !brand.flags.players) return undefined;
    const player = await findPublicPlayer(db, key.data);
    if (!player?.active || player.suspended) return undefined;
    const { settings, stations, name } = player;
    const isFixed = settings.size === 'fixed';
    const logo = imageUrl(stations[0]?.logo ?? null);
    return {
      ...{ version: '1.0', type: 'rich', title: name, cache_age: 3600 },
      ...{ provider_name: brand.name, provider_url: config.deliveryUrl },
      author_name: stations[0]?.name ?? name,
      author_url: playerUrls(config, key.data).page,
      html: playerCode(config, player).iframe,
      width: Math.min((isFixed && settings.width) || usual.width, max.width),
      height: Math.min((isFixed && settings.height) || usual.height, max.height),
      ...(logo !== null && {
        ...{ thumbnail_url: `${config.publicUrl}${logo}`, thumbnail_width: logoPx, thumbnail_height: logoPx },
      }),
    };
  };
