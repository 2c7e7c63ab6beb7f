import { NativeSelect } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { adRequestStatuses } from '#contract/api/ad-requests.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useTableState } from '#web/ui/table/use-table-state.ts';
import { portalRequestsQuery } from './request-queries.ts';
import { requestColumns } from './request-columns.tsx';
import { requestStatusLabels } from './shared/campaign-labels.ts';

const route = getRouteApi('/shell/portal/ad-requests');
const pageSize = 10;

/** `/portal/ad-requests`: the advertising requests of all accounts; those that wait for the portal first. */
export const PortalRequestsScreen = () => {
  const { only } = route.useSearch();
  const navigate = useNavigate();
  const table = useTableState();
  const size = table.size ?? pageSize;
  const { data, error } = useQuery(portalRequestsQuery({ page: table.page - 1, size, status: only }));
  const columns = useMemo(() => requestColumns(true), []);
  if (error && !data) throw error;
  return (
    <>
      <PageHeader
        title="Advertising requests"
        description="Campaigns that accounts ask for; waiting ones first, the oldest on top"
      />
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
            tools={
              (data.total > 0 || only !== undefined) && (
                <NativeSelect
                  aria-label="Status"
                  value={only ?? ''}
                  onChange={({ currentTarget }) =>
                    void navigate({
                      to: '.',
                      search: ((from: object) => ({
                        ...from,
                        only: currentTarget.value || undefined,
                        page: undefined,
                      })) as never,
                      replace: true,
                      resetScroll: false,
                    })
                  }
                  data={[
                    { value: '', label: 'All' },
                    ...adRequestStatuses.map((status) => ({ value: status, label: requestStatusLabels[status][0] })),
                  ]}
                />
              )
            }
            empty={
              <EmptyState icon={<IconMailForward size={30} />} title="No requests">
                Requests appear here when accounts ask for advertising. Let an account do so in its settings, under
                “Limits”.
              </EmptyState>
            }
          />
        )}
      </Surface>
    </>
  );
};
