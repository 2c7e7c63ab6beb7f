import { ActionIcon, Group } from '@mantine/core';
import { IconPencil, IconPlugConnectedX, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PortalNumber } from '#contract/telephony-admin.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { InfoTooltip } from '#web/ui/InfoTooltip.tsx';
import { useRemoveNumber, useTakeNumber } from './portal-queries.ts';
import { lineQuery } from './queries.ts';

type NumberActionsProps = { number: PortalNumber; onEdit: () => void };

/** What an administrator does with a number: change it, take it from its station, remove it from the pool. */
export const NumberActions = ({ number, onEdit }: NumberActionsProps) => {
  const [asked, setAsked] = useState<'take' | 'remove'>();
  const queries = useQueryClient();
  const remove = useRemoveNumber();
  const take = useTakeNumber();
  const close = (): void => setAsked(undefined);
  const takeBack = async (): Promise<void> => {
    const { station, did } = number;
    if (!station) return;
    const { numbers } = await queries.fetchQuery({ ...lineQuery(station.key), staleTime: 0 });
    const left = numbers.filter((one) => one.did !== did);
    await take.mutateAsync({
      key: station.key,
      numbers: left.map(({ did: other, main }, i) => ({ did: other, main: number.main ? i === 0 : main })),
    });
    toastSuccess('It rests for 90 days.', `${number.display} taken back`);
    close();
  };
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <Action label={`Edit ${number.display}`} icon={<IconPencil size={17} aria-hidden />} onClick={onEdit} />
      {number.state === 'given' ? (
        <Action
          label={`Take ${number.display} back`}
          icon={<IconPlugConnectedX size={17} aria-hidden />}
          onClick={() => setAsked('take')}
        />
      ) : (
        <Action
          label={`Remove ${number.display}`}
          icon={<IconTrash size={17} aria-hidden />}
          onClick={() => setAsked('remove')}
        />
      )}
      <ConfirmDialog
        opened={asked === 'take'}
        title={`Take ${number.display} back?`}
        confirm="Take back"
        busy={take.isPending}
        onConfirm={() => void takeBack().catch(close)}
        onClose={close}
      >
        Callers no longer reach {number.station?.name}. No other station gets the number for 90 days, unless you give
        it.
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked === 'remove'}
        title={`Remove ${number.display}?`}
        confirm="Remove"
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(number.did, {
            onSuccess: () => toastSuccess('The number was removed from the pool.'),
            onSettled: close,
          })
        }
        onClose={close}
      >
        Calls to it are no longer answered. Its calls stay in the statistics.
      </ConfirmDialog>
    </Group>
  );
};

const Action = ({ label, icon, onClick }: { label: string; icon: React.ReactNode; onClick: () => void }) => (
  <InfoTooltip label={label}>
    <ActionIcon aria-label={label} onClick={onClick}>
      {icon}
    </ActionIcon>
  </InfoTooltip>
);
