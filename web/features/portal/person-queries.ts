import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { personPage } from '#contract/person-page.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';

/** A person as administrators see them; its key begins as that of the lists of users, so that they refetch together. */
export const personQuery = (userId: string) =>
  queryOptions({
    queryKey: ['portal', 'users', 'page', userId],
    queryFn: ({ signal }) => call(personPage.user, { params: { userId } }, { signal }),
  });

/** What administrators do on a person's page. */
export const usePersonActions = (userId: string) => {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: ['portal', 'users'] });
  const params = { userId };
  return {
    signOut: useAction({
      failure: 'default',
      mutationFn: () => call(personPage.signOutUser, { params }),
      onSettled,
    }),
    resetPassword: useAction({
      failure: 'default',
      mutationFn: () => call(personPage.resetPassword, { params }),
      onSettled,
    }),
    resend: useAction({
      failure: 'default',
      mutationFn: (token: string) => call(personPage.resendInvitation, { params: { userId, token } }),
      onSettled,
    }),
    seeAs: useAction({
      failure: 'default',
      mutationFn: (reason: string) => call(personPage.seeAs, { params, body: { reason } }),
    }),
  };
};
