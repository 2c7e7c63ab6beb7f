import { Button, NativeSelect } from '@mantine/core';
import { IconPlus, IconSpeakerphone } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { campaignStatuses } from '#contract/api/campaign.ts';
import type { AccountKey, CampaignKey } from '#contract/rules/keys.ts';
import { isPortalAdmin, meQuery, useMay } from '#web/features/session/queries.ts';
import { accountQuery } from '#web/parts/account-queries.ts';
import { advertisingAvailableQuery, campaignsEnabledQuery } from '#web/parts/advertising-queries.ts';
import { count } from '#web/lib/format.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useTableState } from '#web/ui/table/use-table-state.ts';
import { AdvertisingHeader } from './AdvertisingHeader.tsx';
import { useCampaignColumns } from './campaign-columns.tsx';
import { advertisersQuery, campaignsQuery, useSwitchCampaigns, type CampaignListQuery } from './queries.ts';
import { campaignStatusLabels } from './shared/campaign-labels.ts';

const route = getRouteApi('/shell/accounts/$accountKey/advertising');
const pageSize = 10;

/** `…/advertising`: the campaigns of an account, with switches, pace and progress. */
export const CampaignsScreen = () => {
  const { accountKey } = route.useParams();
  const { data: account } = useSuspenseQuery(accountQuery(accountKey));
  const { data: enabled } = useSuspenseQuery(campaignsEnabledQuery(accountKey));
  const { only, advertiser } = route.useSearch();
  const table = useTableState();
  const size = table.size ?? pageSize;
  const [sort] = table.sorting;
  const { data, error } = useQuery(
    campaignsQuery(accountKey, {
      page: table.page - 1,
      size,
      ...(sort && { sortBy: sort.id as CampaignListQuery['sortBy'], sortDirection: sort.desc ? 'desc' : 'asc' }),
      status: only,
      advertiser,
      search: table.search === '' ? undefined : table.search,
    }),
  );
  const columns = useCampaignColumns(accountKey);
  const { data: me } = useQuery(meQuery);
  const mayCreate = useMay('account.writeCampaigns', { accountKey }) && (enabled.enabled || isPortalAdmin(me));
  if (error && !data) throw error;
  const create = mayCreate && <CreateLink accountKey={accountKey} />;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const chosen = data?.entities.flatMap(({ id, status }) => (selected.has(id) && status !== 'archived' ? [id] : []));
  const isFiltered = table.search !== '' || only !== undefined || advertiser !== undefined;
  return (
    <>
      <AdvertisingHeader
        accountKey={accountKey}
        company={account.company}
        actions={data && (data.total > 0 || isFiltered) && create}
      />
      <Surface flush>
        {!data ? (
          <ScreenSkeleton />
        ) : (
          <DataTable
            label="Campaigns"
            columns={columns}
            rows={data.entities}
            rowId={({ id }) => id}
            table={table}
            defaultSize={pageSize}
            server={{ total: data.total, capped: data.capped }}
            {...(mayCreate && {
              selection: {
                selected,
                onChange: setSelected,
                actions: <SwitchAll accountKey={accountKey} ids={chosen} onDone={() => setSelected(new Set())} />,
              },
            })}
            tools={(data.total > 0 || isFiltered) && <Filters accountKey={accountKey} />}
            {...(!isFiltered && { empty: <NoCampaigns accountKey={accountKey} create={create} /> })}
          />
        )}
      </Surface>
    </>
  );
};

type SwitchAllProps = { accountKey: AccountKey; ids: CampaignKey[] | undefined; onDone: () => void };

/** Switches the selected campaigns on or off. */
const SwitchAll = ({ accountKey, ids = [], onDone }: SwitchAllProps) => {
  const { mutate, isPending, variables } = useSwitchCampaigns(accountKey);
  const set = (enabled: boolean): void =>
    mutate(
      { ids, enabled },
      {
        onSuccess: ({ changed }) => {
          onDone();
          toastSuccess(`${count(changed, 'campaign')} ${enabled ? 'switched on' : 'paused'}.`);
        },
      },
    );
  return (
    <>
      {([true, false] as const).map((to) => (
        <Button
          key={String(to)}
          size="xs"
          variant="default"
          disabled={ids.length === 0 || (isPending && variables.enabled !== to)}
          loading={isPending && variables.enabled === to}
          onClick={() => set(to)}
        >
          {to ? 'Switch on' : 'Pause'}
        </Button>
      ))}
    </>
  );
};

const CreateLink = ({ accountKey }: { accountKey: AccountKey }) => (
  <Button
    leftSection={<IconPlus size={18} aria-hidden />}
    renderRoot={(props) => <Link to="/accounts/$accountKey/advertising/create" params={{ accountKey }} {...props} />}
  >
    New campaign
  </Button>
);

const Filters = ({ accountKey }: { accountKey: AccountKey }) => {
  const { only, advertiser } = route.useSearch();
  const { data: advertisers = [] } = useQuery(advertisersQuery(accountKey));
  const navigate = useNavigate();
  const filter = (change: { only?: string | undefined; advertiser?: string | undefined }): void =>
    void navigate({
      to: '.',
      search: ((from: object) => ({ ...from, ...change, page: undefined })) as never,
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <NativeSelect
        aria-label="Status"
        value={only ?? ''}
        onChange={({ currentTarget }) => filter({ only: currentTarget.value || undefined })}
        data={[
          { value: '', label: 'All' },
          ...campaignStatuses.map((status) => ({ value: status, label: campaignStatusLabels[status][0] })),
        ]}
      />
      {advertisers.length > 0 && (
        <NativeSelect
          aria-label="Advertiser"
          value={advertiser ?? ''}
          onChange={({ currentTarget }) => filter({ advertiser: currentTarget.value || undefined })}
          data={[{ value: '', label: 'All advertisers' }, ...advertisers]}
          maw={220}
        />
      )}
    </>
  );
};

const NoCampaigns = ({ accountKey, create }: { accountKey: AccountKey; create: React.ReactNode }) => {
  const { data: available } = useQuery(advertisingAvailableQuery(accountKey));
  if (create !== false)
    return (
      <EmptyState icon={<IconSpeakerphone size={30} />} title="Create your first campaign" action={create}>
        Upload a spot of up to 30 seconds, choose who hears it and how often. It plays in the breaks of your stations,
        and each impression is counted when it was heard.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<IconSpeakerphone size={30} />}
      title="No campaigns yet"
      action={
        available && (
          <Button
            renderRoot={(props) => (
              <Link to="/accounts/$accountKey/advertising/requests/create" params={{ accountKey }} {...props} />
            )}
          >
            Request a campaign
          </Button>
        )
      }
    >
      {available
        ? 'Tell us what you would like to advertise and where. We prepare the campaign and you see here what it delivers.'
        : 'This account does not run campaigns itself. Please contact support to enable them.'}
    </EmptyState>
  );
};
