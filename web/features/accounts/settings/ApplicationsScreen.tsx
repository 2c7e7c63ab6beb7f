import { ActionIcon, Button } from '@mantine/core';
import { IconDeviceMobile, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import { lazy, Suspense, useMemo, useState } from 'react';
import type * as z from 'zod/mini';
import type { Application } from '#contract/api/applications.ts';
import { brand } from '#brand/brand.ts';
import { lastEventsQuery } from '#web/features/app-analytics/queries.ts';
import { useMay } from '#web/features/session/queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { loadChunk } from '#web/lib/chunks.ts';
import { moment } from '#web/lib/format.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { CopyButton } from '#web/ui/CopyField.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { HiddenHeader } from '#web/ui/table/HiddenHeader.tsx';
import { useLocalTableState } from '#web/ui/table/use-local-table-state.ts';
import { applicationsQuery, useRemoveApplication } from '#web/parts/account-queries.ts';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import { platforms } from './platforms.ts';
import classes from './ApplicationsScreen.module.css';

type App = z.infer<typeof Application> & { last_event: string | undefined };
const route = getRouteApi('/shell/accounts/$accountKey');
const AppEventsGuide = lazy(() =>
  loadChunk(() => import('#web/features/app-analytics/shared/AppEventsGuide.tsx')).then((part) => ({
    default: part.AppEventsGuide,
  })),
);
const ApplicationDialog = lazy(() =>
  loadChunk(() => import('./ApplicationDialog.tsx')).then((part) => ({ default: part.ApplicationDialog })),
);

/** `…/settings/applications`: the account's mobile applications with the keys they send events under. */
export const ApplicationsScreen = () => {
  const { accountKey } = route.useParams();
  const { data: applications } = useSuspenseQuery(applicationsQuery(accountKey));
  const { data: lastEvents = [] } = useQuery({ ...lastEventsQuery(accountKey), throwOnError: false });
  const mayWrite = useMay('account.writeApplications', { accountKey });
  const table = useLocalTableState();
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<App>();
  const remove = useRemoveApplication(accountKey);
  const columns = useMemo(() => (mayWrite ? [...listed, removeColumn(setRemoving)] : listed), [mayWrite]);
  const add = mayWrite && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
      Add application
    </Button>
  );
  return (
    <>
      <Surface flush>
        <DataTable
          label="Applications"
          columns={columns}
          rows={applications.map((one) => ({
            ...one,
            last_event: lastEvents.find(({ id }) => id === one.id)?.last_event,
          }))}
          rowId={({ id }) => id}
          table={table}
          tools={add}
          empty={
            <EmptyState icon={<IconDeviceMobile size={30} />} title="No applications yet" action={add}>
              Add the mobile applications that play your stations. Each gets a key that it sends its events under.
            </EmptyState>
          }
        />
        <Suspense>{isAdding && <ApplicationDialog onClose={() => setAdding(false)} />}</Suspense>
        <ConfirmDialog
          opened={removing !== undefined}
          title={`Remove ${removing?.name ?? ''}?`}
          confirm="Remove"
          danger
          busy={remove.isPending}
          onConfirm={() =>
            removing &&
            remove.mutate(removing.id, {
              onSuccess: () => toastSuccess(`${removing.name} removed.`),
              onSettled: () => setRemoving(undefined),
            })
          }
          onClose={() => setRemoving(undefined)}
        >
          Its key stops working immediately, and installed copies of the app can no longer send events.
        </ConfirmDialog>
      </Surface>
      {brand.flags.appAnalytics && applications.length > 0 && (
        <Suspense>
          <AppEventsGuide accountKey={accountKey} />
        </Suspense>
      )}
    </>
  );
};

const column = createColumnHelper<App>();
const listed = [
  column.accessor('name', { header: 'Name' }),
  column.accessor(({ platform }) => platforms[platform], { id: 'platform', header: 'Platform' }),
  column.accessor('applicationKey', {
    header: 'Key',
    cell: ({ getValue, row: { original } }) => (
      <span className={classes.key}>
        <code>{getValue()}</code>
        <CopyButton label={`key of ${original.name}`} value={getValue()} />
      </span>
    ),
  }),
  column.accessor(({ last_event = '' }) => last_event, {
    id: 'last_event',
    header: 'Last event received',
    cell: ({ getValue }) => <NoWrap>{getValue() === '' ? 'None yet' : moment(getValue())}</NoWrap>,
  }),
];

const removeColumn = (ask: (application: App) => void) =>
  column.display({
    id: 'remove',
    header: () => <HiddenHeader>Remove</HiddenHeader>,
    cell: ({ row: { original } }) => (
      <ActionIcon aria-label={`Remove ${original.name}`} onClick={() => ask(original)}>
        <IconTrash size={17} aria-hidden />
      </ActionIcon>
    ),
    meta: { align: 'end' },
  });
