import type { ClickHouseClient } from '@clickhouse/client';
import type { EngineSync } from '#server/domains/playout/playout.events.ts';
import type { LiveHub } from '#server/platform/live-hub.ts';
import type { ImageEngine } from '#server/engines/images/port.ts';
import type { Handlers, ResourceContext } from '#server/kernel/http/handler.ts';
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
import { addStation, encoderOf, getStation, liveOf, passwordOf, resetPassword } from './stations.service.ts';
import { reactivateStation, suspendStation } from './suspend-station.ts';
import { transferStation } from './transfer-station.ts';

type Deps = { live: LiveHub; engine: EngineSync; images: ImageEngine; analytics: { clickhouse: ClickHouseClient } };

/** Handlers of the station endpoints. */
export const stationsRoutes = (kernel: Kernel, deps: Deps): Handlers<'stations'> => {
  const all = { ...kernel, ...deps };
  return {
    search: ({ query, who }) => searchStations(all, who, query),
    list: ({ query, who }) => listEveryStation(all, who, query),
    get: ({ params, resources: at }) => getStation(all, params.key, rolesAt(at)),
    create: ({ params, body, who, resources: at }) => addStation(all, params.id, body, who, rolesAt(at, 'path.id')),
    live: ({ params }) => liveOf(all, params.key),
    encoder: ({ params }) => encoderOf(all, params.key),
    revealPassword: ({ params }) => passwordOf(all, params.key),
    resetPassword: ({ params }) => resetPassword(all, params.key),

    update: ({ params, body, who, resources: at }) => updateStation(all, params.key, body, { who, roles: rolesAt(at) }),
    suspend: ({ params, who, resources: at }) => suspendStation(all, params.key, { who, roles: rolesAt(at) }),
    reactivate: ({ params, who, resources: at }) => reactivateStation(all, params.key, { who, roles: rolesAt(at) }),
    remove: ({ params }) => deleteStation(all, params.key),
    restorable: ({ params, who }) => restorable(all, params.id, params.stationKey, who),
    restore: ({ params, who, resources: at }) =>
      restoreStation(all, params.id, params.stationKey, { who, roles: rolesAt(at, 'path.stationKey') }),
    transfer: ({ params, who, resources: at }) =>
      transferStation(all, params.key, params.accountId, { who, roles: rolesAt(at, 'path.accountId') }),
    featured: ({ params }) => featuredOf(all, params.id),
    feature: ({ params }) => setFeatured(all, params.id, true),
    setFeatured: ({ params }) => setFeatured(all, params.id, params.flag),

    profile: ({ params }) => profileOf(all, params.key),
    setProfile: ({ params, body }) => setProfile(all, params.key, body),
    setPrettyUrl: ({ params, body, resources: at }) => setPrettyUrl(all, params.key, body.pretty_url, rolesAt(at)),
    setLogo: ({ params, file, resources: at }) => setPicture(all, params.key, 'logo', file.path, rolesAt(at)),
    removeLogo: ({ params, resources: at }) => removePicture(all, params.key, 'logo', rolesAt(at)),
    setBackground: ({ params, file, resources: at }) => setPicture(all, params.key, 'background', file.path, rolesAt(at)),
    removeBackground: ({ params, resources: at }) => removePicture(all, params.key, 'background', rolesAt(at)),
    adsTxt: ({ params }) => adsTxt(all, params.id),
    setAdsTxt: ({ params, body }) => setAdsTxt(all, params.id, body.text),
    publicAdsTxt: ({ params, reply }) => publicAdsTxt(all, params.mount, reply),
    countries: ({ query }) => stationCountries(kernel.db, query),
    score: ({ params }) => stationScore({ ...all, clickhouse: deps.analytics.clickhouse }, params.key),
  };
};

const rolesAt = (at: Record<string, ResourceContext[]>, param = 'path.key') => at[param]?.[0]?.roles ?? [];
