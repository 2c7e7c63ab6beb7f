import type { Brand } from '#contract/rules/brand.ts';
import { PlayerKey } from '#contract/rules/keys.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { imageUrl } from '#server/platform/images.ts';
import type { OembedSource } from '#server/platform/pages/oembed.ts';
import { playerUrls } from '../player-code.ts';
import { playerFrame } from '../player-frame.ts';
import { findPublicPlayer } from '../public-player.service.ts';

type Deps = Pick<Kernel, 'config' | 'db'> & { brand: Brand };

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
    const { stations, episodes, name } = player;
    const logo = imageUrl(stations[0]?.logo ?? null);
    return {
      ...{ version: '1.0', title: name, cache_age: 3600 },
      ...{ provider_name: brand.name, provider_url: config.deliveryUrl },
      author_name: stations[0]?.name ?? episodes[0]?.podcast ?? name,
      author_url: playerUrls(config, key.data).page,
      ...playerFrame(config, player, max),
      ...(logo !== null && {
        ...{ thumbnail_url: `${config.publicUrl}${logo}`, thumbnail_width: logoPx, thumbnail_height: logoPx },
      }),
    };
  };
