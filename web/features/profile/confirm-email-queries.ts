import { useQueryClient } from '@tanstack/react-query';
import { signIn } from '#contract/api/sign-in.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

/** The change that an e-mail confirmation link stands for. */
export const emailLinkQuery = (token: string) =>
  endpointQuery(
    signIn.emailLink,
    { body: { token } },
    {
      throwOnError: false,
      retry: false,
      gcTime: 0,
    },
  );

/** Confirms the new e-mail and refreshes everything that shows it. */
export const useConfirmEmail = () => {
  const queries = useQueryClient();
  return useAction({
    failure: 'profile.emailFailed',
    mutationFn: (token: string) => call(signIn.confirmEmail, { body: { token } }),
    // The page shows the reason for a refusal.
    onError: (_, token) => queries.invalidateQueries({ queryKey: emailLinkQuery(token).queryKey }),
  });
};
