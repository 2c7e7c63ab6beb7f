import { Button } from '@mantine/core';
import { IconMailForward, IconPlus } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useMay } from '#web/features/session/queries.ts';
import { accountQuery } from '#web/parts/account-queries.ts';
import { advertisingAvailableQuery } from '#web/parts/advertising-queries.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useTableState } from '#web/ui/table/use-table-state.ts';
import { AdvertisingHeader } from './AdvertisingHeader.tsx';
import { requestsQuery } from './request-queries.ts';
import { requestColumns } from './request-columns.tsx';

const route = getRouteApi('/shell/accounts/$accountKey/advertising/requests');
const pageSize = 10;

/** `…/advertising/requests`: the campaigns an account asked the portal for. */
export const RequestsScreen = () => {
  const { accountKey } = route.useParams();
  const { data: account } = useSuspenseQuery(accountQuery(accountKey));
  const { data: available } = useSuspenseQuery(advertisingAvailableQuery(accountKey));
  const table = useTableState();
  const size = table.size ?? pageSize;
  const { data, error } = useQuery(requestsQuery(accountKey, { page: table.page - 1, size }));
  const columns = useMemo(() => requestColumns(false), []);
  const mayAsk = useMay('account.requestAdvertising', { accountKey }) && available;
  if (error && !data) throw error;
  const create = mayAsk && (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      renderRoot={(props) => (
        <Link to="/accounts/$accountKey/advertising/requests/create" params={{ accountKey }} {...props} />
      )}
    >
      Request a campaign
    </Button>
  );
  return (
    <>
      <AdvertisingHeader accountKey={accountKey} company={account.company} actions={data && data.total > 0 && create} />
      <Surface flush>
        {!data ? (
          <ScreenSkeleton />
        ) : (
          <DataTable
            label="Requests"
            columns={columns}
            rows={data.entities}
            rowId={({ id }) => id}
            table={table}
            defaultSize={pageSize}
            server={{ total: data.total, capped: data.capped }}
            searchable={false}
            csv={false}
            empty={
              <EmptyState icon={<IconMailForward size={30} />} title="No requests yet" action={create}>
                {available
                  ? 'Tell us what you would like to advertise, where and when. You see at once what it costs.'
                  : 'Advertising requests are not available for this account. Please contact support.'}
              </EmptyState>
            }
          />
        )}
      </Surface>
    </>
  );
};
