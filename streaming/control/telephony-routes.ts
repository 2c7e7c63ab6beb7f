import { previewBytes, Telephony, type TelephonyState } from '#contract/engine/engine-calls.ts';
import type { TelephonePreviews } from '#streaming/calls/telephone-preview.ts';
import { ControlError } from './control-error.ts';
import { sendAudio } from './log-routes.ts';
import { parseBody } from './read-call.ts';
import type { Route } from './routes.ts';

/** Call-to-listen, as the control port gives access to it. */
export type TelephonyCalls = {
  /** False for one that is older than the current one. */
  set(telephony: Telephony): Promise<boolean>;
  state(): TelephonyState;
  /** A station as callers hear it. */
  preview: TelephonePreviews;
};

/** The calls of contract/engine/engine-calls.ts. */
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
  {
    method: 'GET',
    path: /^\/stations\/([\w-]+)\/telephone$/,
    async handle({ telephony }, { key, response }) {
      const heard = telephony.preview(key);
      if (typeof heard === 'string') throw new ControlError(409, heard);
      await sendAudio(response, heard, previewBytes);
      return 'handled';
    },
  },
];
