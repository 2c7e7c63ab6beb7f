import { Button, Switch, Text } from '@mantine/core';
import { IconPlus, IconServer2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { AdProvider, TriedProvider } from '#contract/api/ad-providers.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useLocalTableState } from '#web/ui/table/use-local-table-state.ts';
import { providerColumns } from './provider-columns.tsx';
import {
  providersQuery,
  useRemoveProvider,
  useSwitchProvider,
  useTryProvider,
  type ProviderOwner,
} from './provider-queries.ts';
import { ProviderMenu } from './ProviderMenu.tsx';

const ProviderDialog = lazy(() =>
  loadChunk(() => import('./ProviderDialog.tsx')).then((part) => ({ default: part.ProviderDialog })),
);
const ProviderTrial = lazy(() =>
  loadChunk(() => import('./ProviderTrial.tsx')).then((part) => ({ default: part.ProviderTrial })),
);

type ProviderListProps = { owner: ProviderOwner; mayWrite: boolean };

/** Ad servers with what they did in the last 7 days; who may changes their own. */
export const ProviderList = ({ owner, mayWrite }: ProviderListProps) => {
  const { data, error } = useQuery(providersQuery(owner));
  const table = useLocalTableState();
  const remove = useRemoveProvider(owner);
  const trial = useTryProvider(owner);
  const [edited, setEdited] = useState<AdProvider | 'new'>();
  const [removed, setRemoved] = useState<AdProvider>();
  const [tried, setTried] = useState<{ provider: AdProvider; tried: TriedProvider }>();
  const { mutate: tryOut } = trial;
  const columns = useMemo(() => {
    const isOwn = ({ shared }: AdProvider): boolean => mayWrite && shared === (owner === 'portal');
    return providerColumns({
      toggle: (provider) =>
        isOwn(provider) ? <ProviderSwitch owner={owner} provider={provider} /> : provider.enabled ? 'On' : 'Off',
      menu: (provider) =>
        isOwn(provider) && (
          <ProviderMenu
            provider={provider}
            onEdit={() => setEdited(provider)}
            onTry={() => tryOut(provider.id, { onSuccess: (found) => setTried({ provider, tried: found }) })}
            onRemove={() => setRemoved(provider)}
          />
        ),
    });
  }, [owner, mayWrite, tryOut]);
  if (error && !data) throw error;
  const create = mayWrite && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEdited('new')}>
      Add ad server
    </Button>
  );
  return (
    <>
      <Surface flush>
        {!data ? (
          <ScreenSkeleton />
        ) : (
          <DataTable
            label="Ad servers"
            columns={columns}
            rows={data}
            rowId={({ id }) => id}
            table={table}
            defaultSize={50}
            searchable={false}
            tools={data.length > 0 && create}
            empty={
              <EmptyState icon={<IconServer2 size={30} />} title="No ad servers" action={create}>
                An ad server that speaks VAST provides spots of other advertisers. Campaigns can ask it for each
                listener before their own audio plays.
              </EmptyState>
            }
          />
        )}
      </Surface>
      {data && data.length > 0 && (
        <Text size="sm" c="dimmed" mt="sm">
          Figures are of the last 7 days; “Heard” is also shown as a share of how often the ad server was asked.
        </Text>
      )}
      <Suspense>
        {edited !== undefined && (
          <ProviderDialog
            owner={owner}
            provider={edited === 'new' ? undefined : edited}
            onClose={() => setEdited(undefined)}
          />
        )}
        {tried && <ProviderTrial {...tried} onClose={() => setTried(undefined)} />}
      </Suspense>
      <ConfirmDialog
        opened={removed !== undefined}
        title={`Delete “${removed?.name ?? ''}”?`}
        confirm="Delete"
        danger
        busy={remove.isPending}
        onClose={() => setRemoved(undefined)}
        onConfirm={() =>
          removed &&
          remove.mutate(removed.id, {
            onSuccess: () => toastSuccess(`“${removed.name}” deleted.`),
            onSettled: () => setRemoved(undefined),
          })
        }
      >
        It is no longer asked. What was heard of its spots stays in the reports of campaigns.
      </ConfirmDialog>
    </>
  );
};

const ProviderSwitch = ({ owner, provider }: { owner: ProviderOwner; provider: AdProvider }) => {
  const change = useSwitchProvider(owner);
  const { id, name, tagUrl, consent, mode, enabled } = provider;
  return (
    <Switch
      aria-label={`Ask ${name}`}
      checked={change.isPending ? change.variables.body.enabled : enabled}
      disabled={change.isPending || tagUrl === null}
      onChange={({ currentTarget }) =>
        change.mutate(
          { providerId: id, body: { name, tagUrl: tagUrl ?? '', consent, mode, enabled: currentTarget.checked } },
          {
            onSuccess: (changed) =>
              toastSuccess(changed.enabled ? `“${name}” is asked from now on.` : `“${name}” is no longer asked.`),
          },
        )
      }
    />
  );
};
