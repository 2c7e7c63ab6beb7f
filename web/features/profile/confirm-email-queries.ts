import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { signIn } from '#contract/sign-in.ts';
import { meQuery } from '#web/features/session/queries.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';

/** What the link in the letter to a new e-mail changes. */
export const emailLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['session', 'email-link', token],
    queryFn: ({ signal }) => call(signIn.emailLink, { body: { token } }, { signal }),
    throwOnError: false,
    retry: false,
    gcTime: 0,
  });

/** Takes the new e-mail that a link proves; the person is shown with it. */
export const useConfirmEmail = () => {
  const queries = useQueryClient();
  return useAction({
    failure: 'profile.emailFailed',
    mutationFn: (token: string) => call(signIn.confirmEmail, { body: { token } }),
    onSuccess: () => {
      for (const queryKey of [meQuery.queryKey, ['session', 'sign-in'], ['people'], ['inbox']])
        void queries.invalidateQueries({ queryKey });
    },
    // A refused link says so on its page.
    onError: () => queries.invalidateQueries({ queryKey: ['session', 'email-link'] }),
  });
};
