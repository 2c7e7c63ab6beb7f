import { refuse } from '#server/kernel/http/refuse.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import {
  accountRefs,
  changeProfile,
  followStations,
  publicConfig,
  stationRefs,
  userOf,
  type SessionDeps,
} from './session.service.ts';

/** The calls of the signed-in person, and what a browser asks before anybody is. */
export const sessionRoutes = (deps: SessionDeps): Handlers<'session'> => ({
  update: notYet,
  preferences: notYet,
  password: notYet,
  email: notYet,
  setAvatar: notYet,
  removeAvatar: notYet,
  location: notYet,
  config: () => publicConfig(deps.config),
  me: ({ who }) => userOf(deps.db, who),
  profile: ({ who }) => ({ firstName: who.first_name, lastName: who.last_name }),
  updateProfile: ({ who, body }) => changeProfile(deps, who, body),
  accounts: ({ who }) => accountRefs(deps.db, who),
  stations: ({ who }) => stationRefs(deps.db, who),
  events: ({ query, signal }) => followStations(deps, query.stations ?? [], signal),
});

const notYet = (): never => refuse('request.unavailable', { part: 'This' });
