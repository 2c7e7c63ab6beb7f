import type { Brand } from '#contract/rules/brand.ts';
import { contrastOfPlayer } from '#contract/api/player-colours.ts';
import type { Player } from '#contract/api/player.ts';
import type { Config } from '#server/kernel/config.ts';
import { imageUrl } from '#server/platform/images.ts';
import { playerCode, playerUrls } from './player-code.ts';
import { settingsOf } from './player-settings.ts';
import type { PlayerRow } from './players.repo.ts';

export type PresentDeps = { config: Pick<Config, 'deliveryUrl'>; brand: Pick<Brand, 'theme'> };

/** A player as its account sees it. */
export const presentPlayer = ({ config, brand }: PresentDeps, row: PlayerRow): Player => {
  const settings = settingsOf(row.settings);
  const { key, account_key, station_key, name, kind, podcast, latest, episodes, domains, active, revision } = row;
  return {
    ...{ key, account_key, station_key, name, kind, podcast, latest, episodes, ...settings, domains, active, revision },
    stations: row.stations.map((station) => ({ ...station, logo: imageUrl(station.logo) })),
    contrast: contrastOfPlayer(settings, brand.theme.primary),
    created: row.created.toISOString(),
    updated: row.updated.toISOString(),
    urls: playerUrls(config, key),
    code: playerCode(config, { key, name, kind, settings }),
  };
};
