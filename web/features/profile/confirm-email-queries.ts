import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { signIn } from '#contract/sign-in.ts';
import { meQuery } from '#web/features/session/queries.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';

/** The change that an e-mail confirmation link stands for. */
export const emailLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['session', 'email-link', token],
    queryFn: ({ signal }) => call(signIn.emailLink, { body: { token } }, { signal }),
    throwOnError: false,
    retry: false,
    gcTime: 0,
  });

/** Confirms the new e-mail and refreshes everything that shows it. */
export const useConfirmEmail = () => {
  const queries = useQueryClient();
  return useAction({
    failure: 'profile.emailFailed',
    mutationFn: (token: string) => call(signIn.confirmEmail, { body: { token } }),
    onSuccess: () => {
      for (const queryKey of [meQuery.queryKey, ['session', 'sign-in'], ['people'], ['inbox']])
        void queries.invalidateQueries({ queryKey });
    },
    // The page shows the reason for a refusal.
    onError: () => queries.invalidateQueries({ queryKey: ['session', 'email-link'] }),
  });
};
