import type { GeoEngine } from '#server/engines/geo/port.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { changeRules, testAddress, rulesOf } from './stream-rules.service.ts';

/** Handlers of the listener rules. */
export const streamRulesRoutes = ({ db }: Kernel, { geo }: { geo: GeoEngine }): Handlers<'streamRules'> => ({
  get: ({ params }) => rulesOf(db, params.key),
  set: ({ params, body, who }) => changeRules(db, params.key, body, who),
  decide: ({ params, body }) => testAddress({ db, geo }, params.key, body),
});
