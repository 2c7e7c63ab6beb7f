import { personPage } from '#contract/api/person-page.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

/** A person as administrators see them; its key begins as that of the lists of users, so that they refetch together. */
export const personQuery = (userId: string) => endpointQuery(personPage.user, { params: { userId } });

/** What administrators do on a person's page. */
export const usePersonActions = (userId: string) => {
  const params = { userId };
  return {
    signOut: useAction({
      failure: 'default',
      mutationFn: () => call(personPage.signOutUser, { params }),
    }),
    resetPassword: useAction({
      failure: 'default',
      mutationFn: () => call(personPage.resetPassword, { params }),
    }),
    resend: useAction({
      failure: 'default',
      mutationFn: (token: string) => call(personPage.resendInvitation, { params: { userId, token } }),
    }),
    seeAs: useAction({
      failure: 'default',
      mutationFn: (reason: string) => call(personPage.seeAs, { params, body: { reason } }),
    }),
  };
};
