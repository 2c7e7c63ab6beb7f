import type { ClickHouseClient } from '@clickhouse/client';
import type { EngineSync } from '#server/domains/playout/playout.events.ts';
import type { LiveHub } from '#server/platform/live-hub.ts';
import type { ImageEngine } from '#server/engines/images/port.ts';
import type { Handlers, ResourceContext } from '#server/kernel/http/handler.ts';
import { withRow } from '#server/kernel/http/with-row.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { adsTxt, publicAdsTxt, setAdsTxt } from './ads-txt.ts';
import { updateStation } from './change-station.ts';
import { stationCountries } from './countries.ts';
import { deleteStation } from './delete-station.ts';
import { featuredOf, setFeatured } from './feature-station.ts';
import { listEveryStation, searchStations } from './list-stations.ts';
import { restorable, restoreStation } from './restore-station.ts';
import { removePicture, setPicture } from './station-pictures.ts';
import { profileOf, setPrettyUrl, setProfile } from './station-profile.ts';
import { stationScore } from './station-score.ts';
import { stationDetails } from './stations.repo.ts';
import { addStation, encoderOf, liveOf, passwordOf, presentDetails, resetPassword } from './stations.service.ts';
import { reactivateStation, suspendStation } from './suspend-station.ts';
import { transferStation } from './transfer-station.ts';

type Deps = { live: LiveHub; engine: EngineSync; images: ImageEngine; analytics: { clickhouse: ClickHouseClient } };

/** Handlers of the station endpoints. */
export const stationsRoutes = (kernel: Kernel, deps: Deps): Handlers<'stations'> => {
  const all = { ...kernel, ...deps };
  return {
    search: ({ query, who }) => searchStations(all, who, query),
    list: ({ query, who }) => listEveryStation(all, who, query),
    get: withRow(stationDetails, ({ resources }, row) => presentDetails(all, row, rolesAt(resources))),
    create: ({ params, body, who, resources }) => addStation(all, params.id, body, who, rolesAt(resources, 'path.id')),
    live: ({ params }) => liveOf(all, params.key),
    encoder: ({ params }) => encoderOf(all, params.key),
    revealPassword: ({ params }) => passwordOf(all, params.key),
    resetPassword: ({ params }) => resetPassword(all, params.key),

    update: ({ params, body, who, resources }) =>
      updateStation(all, params.key, body, { who, roles: rolesAt(resources) }),
    suspend: ({ params, who, resources }) => suspendStation(all, params.key, { who, roles: rolesAt(resources) }),
    reactivate: ({ params, who, resources }) => reactivateStation(all, params.key, { who, roles: rolesAt(resources) }),
    remove: ({ params }) => deleteStation(all, params.key),
    restorable: ({ params, who }) => restorable(all, params.id, params.stationKey, who),
    restore: ({ params, who, resources }) =>
      restoreStation(all, params.id, params.stationKey, { who, roles: rolesAt(resources, 'path.stationKey') }),
    transfer: ({ params, who, resources }) =>
      transferStation(all, params.key, params.accountId, { who, roles: rolesAt(resources, 'path.accountId') }),
    featured: ({ params }) => featuredOf(all, params.id),
    feature: ({ params }) => setFeatured(all, params.id, true),
    setFeatured: ({ params }) => setFeatured(all, params.id, params.flag),

    profile: ({ params }) => profileOf(all, params.key),
    setProfile: ({ params, body }) => setProfile(all, params.key, body),
    setPrettyUrl: ({ params, body, resources }) => setPrettyUrl(all, params.key, body.pretty_url, rolesAt(resources)),
    setLogo: ({ params, file, resources }) => setPicture(all, params.key, 'logo', file.path, rolesAt(resources)),
    removeLogo: ({ params, resources }) => removePicture(all, params.key, 'logo', rolesAt(resources)),
    setBackground: ({ params, file, resources }) =>
      setPicture(all, params.key, 'background', file.path, rolesAt(resources)),
    removeBackground: ({ params, resources }) => removePicture(all, params.key, 'background', rolesAt(resources)),
    adsTxt: ({ params }) => adsTxt(all, params.id),
    setAdsTxt: ({ params, body }) => setAdsTxt(all, params.id, body.text),
    publicAdsTxt: ({ params, reply }) => publicAdsTxt(all, params.mount, reply),
    countries: ({ query }) => stationCountries(kernel.db, query),
    score: ({ params }) => stationScore({ ...all, clickhouse: deps.analytics.clickhouse }, params.key),
  };
};

const rolesAt = (at: Record<string, ResourceContext[]>, param = 'path.key') => at[param]?.[0]?.roles ?? [];
