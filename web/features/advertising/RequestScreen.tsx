import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { adCategories } from '#contract/rules/ad-rules.ts';
import type { AdRequest } from '#contract/api/ad-requests.ts';
import { useMay } from '#web/features/session/queries.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { countryName } from '#web/lib/countries.ts';
import { money } from '#web/lib/currencies.ts';
import { moment, whole } from '#web/lib/format.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { formatDays } from '#web/parts/report-days.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { fetchRequestAudio, requestQuery, useChangeRequest, useWithdrawRequest } from './request-queries.ts';
import { RequestThread } from './RequestThread.tsx';
import { RequestBadge } from './shared/RequestBadge.tsx';
import { segmentsOf } from './shared/target-path.ts';
import { StoredSpot } from './shared/StoredSpot.tsx';
import classes from './Request.module.css';

const RequestForm = lazy(() =>
  loadChunk(() => import('./form/RequestForm.tsx')).then((part) => ({ default: part.RequestForm })),
);
const RequestDecision = lazy(() =>
  loadChunk(() => import('./RequestDecision.tsx')).then((part) => ({ default: part.RequestDecision })),
);

const route = getRouteApi('/shell/accounts/$accountKey/advertising/requests/$requestId');

/** `…/advertising/requests/{requestId}`: an advertising request, its messages, and what was decided. */
export const RequestScreen = () => {
  const { accountKey, requestId } = route.useParams();
  const { data: request } = useSuspenseQuery(requestQuery(accountKey, requestId));
  const mayAsk = useMay('account.requestAdvertising', { accountKey });
  const mayDecide = useMay('portal.write');
  const [isChanging, setChanging] = useState(false);
  const isOpen = request.status === 'submitted' || request.status === 'needsChanges';
  const mayChange = mayAsk && request.status === 'needsChanges';
  const thread = <RequestThread request={request} mayWrite={mayAsk && isOpen} />;
  return (
    <>
      <PageHeader
        title={request.campaignName}
        windowTitle={`${request.campaignName}: Request`}
        description={
          <Group gap="xs">
            <RequestBadge status={request.status} />
            <span>Sent {moment(request.created)}</span>
          </Group>
        }
        actions={
          <>
            {mayChange && !isChanging && <Button onClick={() => setChanging(true)}>Change and send again</Button>}
            {mayAsk && isOpen && <Withdraw request={request} />}
          </>
        }
      />
      {request.status === 'approved' && request.campaign !== null && (
        <Alert color="green" mb="md" title="Approved">
          Your campaign is prepared.{' '}
          <Link
            to="/accounts/$accountKey/advertising/$campaignId/report"
            params={{ accountKey, campaignId: request.campaign }}
          >
            See what it delivers
          </Link>
        </Alert>
      )}
      {isChanging && mayChange ? (
        <Suspense fallback={<ScreenSkeleton />}>
          <Change request={request} onDone={() => setChanging(false)} />
        </Suspense>
      ) : (
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Stack gap="md">
            <Facts request={request} />
            {request.audio && (
              <Surface title="Spot">
                <StoredSpot audio={request.audio} load={() => fetchRequestAudio(accountKey, requestId)} />
              </Surface>
            )}
            {mayDecide && isOpen && thread}
          </Stack>
          <Stack gap="md">
            <Suspense fallback={<ScreenSkeleton />}>
              {mayDecide && isOpen && <RequestDecision key={request.status} request={request} />}
            </Suspense>
            {!(mayDecide && isOpen) && thread}
          </Stack>
        </SimpleGrid>
      )}
    </>
  );
};

const Change = ({ request, onDone }: { request: AdRequest; onDone: () => void }) => {
  const change = useChangeRequest(request.account.key, request.id);
  const { stationKeys, campaignName, advertiser, category, impressionsGoal, startDate, endDate } = request;
  const { locations, additionalInfo } = request;
  return (
    <RequestForm
      accountKey={request.account.key}
      request={request}
      values={{
        ...{ stationKeys, campaignName, advertiser, category, impressionsGoal, startDate, endDate },
        ...{ locations, additionalInfo },
      }}
      submit="Send again"
      onCancel={onDone}
      onSubmit={async (sending) => {
        await change.mutateAsync(sending);
        toastSuccess('We will answer soon.', 'Request sent');
        onDone();
      }}
    />
  );
};

/** `Athens, Attica, Greece` */
const placeText = ({ path }: AdRequest['locations'][number]): string => {
  const [country = '', ...within] = segmentsOf(path);
  return [...within.toReversed(), countryName(country)].filter(Boolean).join(', ');
};

const Facts = ({ request }: { request: AdRequest }) => {
  const facts: [string, string][] = [
    ['Advertiser', request.advertiser || '–'],
    ['Category', adCategories[request.category]],
    ['Stations', request.stations.map(({ name }) => name).join(', ') || '–'],
    ['Impressions goal', whole(request.impressionsGoal)],
    ['Cost', `${money(request.cost, request.currency)} (${String(request.impressionPrice)} each)`],
    ['Days', formatDays(request.startDate, request.endDate)],
    ['Places', request.locations.map(placeText).join('; ') || 'Everywhere'],
  ];
  return (
    <Surface title="What was asked for">
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {request.additionalInfo !== '' && (
        <Text size="sm" mt="md" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          <bdi>{request.additionalInfo}</bdi>
        </Text>
      )}
    </Surface>
  );
};

const Withdraw = ({ request }: { request: AdRequest }) => {
  const withdraw = useWithdrawRequest(request.account.key, request.id);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Withdraw
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title="Withdraw this request?"
        confirm="Withdraw"
        danger
        busy={withdraw.isPending}
        onConfirm={() =>
          withdraw.mutate(undefined, {
            onSuccess: () => toastSuccess('Request withdrawn.'),
            onSettled: () => setAsking(false),
          })
        }
        onClose={() => setAsking(false)}
      >
        <Text>It will not become a campaign. You can send another one at any time.</Text>
      </ConfirmDialog>
    </>
  );
};
