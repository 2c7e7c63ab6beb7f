import type { Brand } from '#contract/rules/brand.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { removeAvatar, setAvatar } from './avatar.ts';
import { changeEmail, changePassword } from './change-sign-in.ts';
import { changePreferences, changeProfile, changeUser } from './change-user.ts';
import { followEvents } from './follow-events.ts';
import { pageStart } from './page-start.ts';
import { changeWantedEmails, wantedEmails } from './wanted-emails.ts';
import { accountRefs, publicConfig, stationRefs, userOf, type SessionDeps } from './session.service.ts';

/** The endpoints of the signed-in person, and the public configuration. */
export const sessionRoutes = (
  deps: SessionDeps & Pick<Kernel, 'events'> & { brand: Pick<Brand, 'flags'> },
): Handlers<'session'> => ({
  config: () => publicConfig(deps),
  me: ({ who }) => userOf(deps, who),
  start: ({ who, request }) => pageStart(deps, who, request.headers['accept-language']),
  update: async ({ who, body }) => {
    await changeUser(deps, who, body);
    return userOf(deps, who);
  },
  preferences: async ({ who, body }) => {
    await changePreferences(deps, who, body);
    return userOf(deps, who);
  },
  wantedEmails: ({ who }) => wantedEmails(deps.db, who),
  changeWantedEmails: ({ who, body }) => changeWantedEmails(deps.db, who, body),
  setAvatar: async ({ who, file }) => {
    await setAvatar(deps, who, file.path);
    return userOf(deps, who);
  },
  removeAvatar: async ({ who }) => {
    await removeAvatar(deps, who);
    return userOf(deps, who);
  },
  password: ({ who, signIn, fields }) => changePassword(deps, { who, signIn }, fields),
  email: ({ who, signIn, body }) => changeEmail(deps, { who, signIn }, body),
  profile: ({ who }) => ({ firstName: who.first_name, lastName: who.last_name }),
  updateProfile: ({ who, body }) => changeProfile(deps, who, body),
  location: ({ request }) => deps.geo.locate(request.ip),
  accounts: ({ who }) => accountRefs(deps.db, who),
  stations: ({ who }) => stationRefs(deps.db, who),
  events: ({ who, query, signal }) => followEvents(deps, who, query, signal),
});
