import type { Handlers } from '#server/kernel/http/handler.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import type { LiveHub } from '#server/platform/live-hub.ts';
import { listStations } from './stations.service.ts';

/** The list of an account's stations. */
export const accountStationsRoutes = (
  kernel: Kernel,
  { live }: { live: LiveHub },
): Pick<Handlers<'accounts'>, 'stations'> => ({
  stations: ({ params, query, resources }) =>
    listStations({ ...kernel, live }, params.id, query, resources['path.id']?.[0]?.roles ?? []),
});
