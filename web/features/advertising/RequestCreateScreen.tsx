import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { NewAdRequest } from '#contract/api/ad-requests.ts';
import { accountQuery } from '#web/parts/account-queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RequestForm } from './form/RequestForm.tsx';
import { useSendRequest } from './request-queries.ts';

const route = getRouteApi('/shell/accounts/$accountKey/advertising/requests/create');
const dayMs = 86_400_000;
const day = (at: number): string => new Date(at).toISOString().slice(0, 10);

const newRequest = (now: number): NewAdRequest => ({
  stationKeys: [],
  campaignName: '',
  advertiser: '',
  category: 'other',
  impressionsGoal: 10_000,
  startDate: day(now + 3 * dayMs),
  endDate: day(now + 30 * dayMs),
  locations: [],
  additionalInfo: '',
});

/** `…/advertising/requests/create`: asks the portal for a campaign (spec §2). */
export const RequestCreateScreen = () => {
  const { accountKey } = route.useParams();
  const { data: account } = useSuspenseQuery(accountQuery(accountKey));
  const send = useSendRequest(accountKey);
  const navigate = useNavigate();
  const [key] = useState(() => crypto.randomUUID());
  const [values] = useState(() => newRequest(Date.now()));
  return (
    <>
      <PageHeader
        title="Request a campaign"
        windowTitle={`${account.company}: Request a campaign`}
        description="We check it, prepare the spot and tell you when it starts."
      />
      <RequestForm
        accountKey={accountKey}
        values={values}
        request={undefined}
        submit="Send request"
        onCancel={() => void navigate({ to: '/accounts/$accountKey/advertising/requests', params: { accountKey } })}
        onSubmit={async (sending) => {
          const request = await send.mutateAsync({ ...sending, key });
          toastSuccess('We will answer soon.', 'Request sent');
          await navigate({
            to: '/accounts/$accountKey/advertising/requests/$requestId',
            params: { accountKey, requestId: request.id },
            ignoreBlocker: true,
          });
        }}
      />
    </>
  );
};
