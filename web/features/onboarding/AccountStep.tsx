import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { brand } from '#brand/brand.ts';
import { AccountForm } from '#web/features/accounts/shared/AccountForm.tsx';
import { meQuery, myAccountsQuery } from '#web/features/session/queries.ts';
import { OnboardingFrame } from './OnboardingFrame.tsx';

/** `/onboarding/account`: the first account; who has one of their own already goes on where they left. */
export const AccountStep = () => {
  const navigate = useNavigate();
  const { data: me } = useQuery(meQuery);
  const { data: accounts } = useQuery(myAccountsQuery);
  const [isMade, setMade] = useState(false);
  const owned = me?.rights.accounts.find(({ role }) => role === 'owner')?.key;
  const isTheirs = owned !== undefined && accounts?.some(({ key }) => key === owned);
  if (isTheirs && !isMade) return <Navigate to="/onboarding/$accountKey/plan" params={{ accountKey: owned }} replace />;
  return (
    <OnboardingFrame
      step={0}
      title={`Welcome to ${brand.name}`}
      description="An account holds your stations, your team and your numbers. It starts on trial, and costs nothing yet."
    >
      <div style={{ maxWidth: 760 }}>
        <AccountForm
          submit="Go on"
          onCreated={async ({ key }) => {
            setMade(true);
            await navigate({ to: '/onboarding/$accountKey/plan', params: { accountKey: key } });
          }}
        />
      </div>
    </OnboardingFrame>
  );
};
