import { Button, Group, NativeSelect } from '@mantine/core';
import { IconFileImport, IconPhone, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { numberStates, type PortalNumber } from '#contract/api/telephony-admin.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useTableState } from '#web/ui/table/use-table-state.ts';
import { numberColumns, stateLabels } from './number-columns.tsx';
import { numbersQuery } from './portal-queries.ts';
import { NumberActions } from './NumberActions.tsx';

const route = getRouteApi('/shell/portal/ctl/');
const pageSize = 50;

const NumberDialog = lazy(() =>
  loadChunk(() => import('./NumberDialog.tsx')).then((part) => ({ default: part.NumberDialog })),
);
const GiveDialog = lazy(() =>
  loadChunk(() => import('./GiveDialog.tsx')).then((part) => ({ default: part.GiveDialog })),
);
const ImportDialog = lazy(() =>
  loadChunk(() => import('./ImportDialog.tsx')).then((part) => ({ default: part.ImportDialog })),
);

/** `/portal/ctl`: the pool of phone numbers: free, given to stations, and resting. */
export const NumbersScreen = () => {
  const { only } = route.useSearch();
  const navigate = useNavigate();
  const table = useTableState();
  const size = table.size ?? pageSize;
  const query = { page: table.page - 1, size, state: only, search: table.search };
  const { data, error } = useQuery(numbersQuery(query));
  const [edited, setEdited] = useState<PortalNumber | 'new'>();
  const [given, setGiven] = useState<PortalNumber>();
  const [isImporting, setImporting] = useState(false);
  const columns = useMemo(
    () =>
      numberColumns((number) => (
        <NumberActions number={number} onEdit={() => setEdited(number)} onGive={() => setGiven(number)} />
      )),
    [],
  );
  if (error && !data) throw error;
  const actions = (
    <Group gap="sm">
      <Button
        variant="default"
        leftSection={<IconFileImport size={18} aria-hidden />}
        onClick={() => setImporting(true)}
      >
        Import
      </Button>
      <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEdited('new')}>
        Add a number
      </Button>
    </Group>
  );
  return (
    <>
      <Surface flush title="Numbers" actions={actions}>
        {!data ? (
          <ScreenSkeleton />
        ) : (
          <DataTable
            label="Numbers"
            columns={columns}
            rows={data.entities}
            rowId={({ did }) => did}
            table={table}
            defaultSize={pageSize}
            server={{ total: data.total, capped: data.capped }}
            tools={
              <NativeSelect
                aria-label="State"
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
                  { value: '', label: 'All numbers' },
                  ...numberStates.map((state) => ({ value: state, label: stateLabels[state] })),
                ]}
              />
            }
            empty={
              <EmptyState icon={<IconPhone size={30} />} title="No phone numbers">
                Add the numbers that your carrier gave you. Stations get one when they ask for it.
              </EmptyState>
            }
          />
        )}
      </Surface>
      <Suspense>
        {edited !== undefined && (
          <NumberDialog number={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
        )}
        {given && <GiveDialog number={given} onClose={() => setGiven(undefined)} />}
        {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
      </Suspense>
    </>
  );
};
