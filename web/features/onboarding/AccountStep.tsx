import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { brand } from '#brand/brand.ts';
import { AccountForm } from '#web/features/accounts/shared/AccountForm.tsx';
import { meQuery, myAccountsQuery } from '#web/features/session/queries.ts';
import { Redirect } from '#web/ui/Redirect.tsx';
import { OnboardingFrame } from './OnboardingFrame.tsx';

/** `/onboarding/account`: creates the first account; a user who owns one continues with the plan. */
export const AccountStep = () => {
  const navigate = useNavigate();
  const { data: me } = useQuery(meQuery);
  const { data: accounts } = useQuery(myAccountsQuery);
  const [isCreated, setCreated] = useState(false);
  const ownedKey = me?.rights.accounts.find(({ role }) => role === 'owner')?.key;
  const ownsAccount = ownedKey !== undefined && accounts?.some(({ key }) => key === ownedKey);
  if (ownsAccount && !isCreated)
    return <Redirect to="/onboarding/$accountKey/plan" params={{ accountKey: ownedKey }} />;
  return (
    <OnboardingFrame
      step={0}
      title={`Welcome to ${brand.name}`}
      description="An account holds your stations, team and statistics. It starts with a free trial."
    >
      <div style={{ maxWidth: 760 }}>
        <AccountForm
          submit="Continue"
          onCreated={async ({ key }) => {
            setCreated(true);
            await navigate({ to: '/onboarding/$accountKey/plan', params: { accountKey: key } });
          }}
        />
      </div>
    </OnboardingFrame>
  );
};
