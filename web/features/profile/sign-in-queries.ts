import { signInErrors } from '#contract/texts/errors/sign-in.ts';
import { signIn } from '#contract/api/sign-in.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { errorOf } from '#web/lib/error-of.ts';

export const signInQuery = endpointQuery(
  signIn.state,
  {},
  {
    // A sign-in counts as recent for 5 minutes.
    refetchInterval: 60_000,
  },
);
export const sessionsQuery = endpointQuery(signIn.sessions, {});

/** A change of the sign-in; refetches the sign-in state, also after a refusal for an old sign-in. */
const useChange = <R, T = void>(change: (input: T) => Promise<R>, isForm = false) =>
  useAction({
    failure: 'default',
    mutationFn: change,
    meta: { form: isForm },
    gcTime: 0,
  });

export const useEndSession = () => useChange((id: string) => call(signIn.endSession, { params: { id } }));
export const useEndOtherSessions = () => useChange(() => call(signIn.endOtherSessions, {}));
export const useBeginApp = () => useChange(() => call(signIn.beginApp, {}));
export const useAddApp = () => useChange((body: { code: string; name: string }) => call(signIn.addApp, { body }), true);
export const useRemoveFactor = () => useChange((id: string) => call(signIn.removeFactor, { params: { id } }));
export const useRenewRecoveryCodes = () => useChange(() => call(signIn.renewRecoveryCodes, {}));

/** Creates a passkey in the browser and registers it under the given name. */
export const useAddPasskey = () =>
  useChange(async (name: string) => {
    const { options } = await call(signIn.beginPasskey, {});
    const { startRegistration } = await loadChunk(() => import('@simplewebauthn/browser'));
    const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
    const response = await startRegistration({ optionsJSON }).catch(refusePasskey);
    return call(signIn.addPasskey, { body: { response: { ...response }, name } });
  });

/** Translates the browser's error into ours; a page cannot tell a cancelled prompt from a timeout. */
const refusePasskey = (thrown: unknown): never => {
  const isKnown = thrown instanceof Error && thrown.name === 'InvalidStateError';
  throw errorOf(signInErrors, isKnown ? 'secondFactor.known' : 'secondFactor.noAnswer');
};
