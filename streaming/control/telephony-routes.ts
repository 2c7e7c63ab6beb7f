import { Telephony, type TelephonyState } from '#contract/engine-calls.ts';
import { ControlError } from './control-error.ts';
import { parseBody } from './read-call.ts';
import type { Route } from './routes.ts';

/** Call-to-listen, as the control port gives access to it. */
export type TelephonyCalls = {
  /** False for one that is older than the current one. */
  set(telephony: Telephony): Promise<boolean>;
  state(): TelephonyState;
};

/** The calls of contract/engine-calls.ts. */
export const telephonyRoutes: Route[] = [
  {
    method: 'PUT',
    path: /^\/telephony$/,
    async handle({ telephony }, { body }) {
      const next = parseBody(Telephony, body);
      if (await telephony.set(next)) return undefined;
      throw new ControlError(409, `Revision ${next.revision} of the telephony is older than the one in use.`);
    },
  },
  { method: 'GET', path: /^\/telephony$/, handle: ({ telephony }) => telephony.state() },
];
