import type { Handlers } from '#server/kernel/http/handler.ts';
import { confirmEmail, emailLink } from './change-sign-in.ts';
import { addApp, addPasskey, beginApp, beginPasskey, removeFactor, renewRecoveryCodes } from './second-factor.ts';
import type { SessionDeps } from './session.service.ts';
import { endOtherSessions, endSession, listSessions, signInState } from './sessions.service.ts';

/** The endpoints for the sign-in settings of the signed-in person. */
export const signInRoutes = (deps: SessionDeps): Handlers<'signIn'> => ({
  state: ({ who, signIn }) => signInState(deps, { who, signIn }),
  sessions: ({ who, signIn }) => listSessions(deps, { who, signIn }),
  endSession: ({ who, params }) => endSession(deps, who, params.id),
  beginApp: ({ who, signIn }) => beginApp(deps, { who, signIn }),
  addApp: ({ who, signIn, body }) => addApp(deps, { who, signIn }, body),
  beginPasskey: ({ who, signIn }) => beginPasskey(deps, { who, signIn }),
  addPasskey: ({ who, signIn, body }) => addPasskey(deps, { who, signIn }, body),
  renewRecoveryCodes: ({ who, signIn }) => renewRecoveryCodes(deps, { who, signIn }),
  removeFactor: ({ who, signIn, params }) => removeFactor(deps, { who, signIn }, params.id),
  endOtherSessions: ({ who, signIn }) => endOtherSessions(deps, { who, signIn }),
  emailLink: ({ who, body }) => emailLink(deps, who, body.token),
  confirmEmail: ({ who, body }) => confirmEmail(deps, who, body.token),
});
