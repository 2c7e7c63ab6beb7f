import { ActionIcon, Group } from '@mantine/core';
import { IconPencil, IconPhoneOutgoing, IconPlugConnectedX, IconStar, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { PortalNumber } from '#contract/api/telephony-admin.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { InfoTooltip } from '#web/ui/InfoTooltip.tsx';
import { useChangeNumbers, useRemoveNumber } from './portal-queries.ts';
import { withMain, withoutNumber, type ChosenNumber } from './station-numbers.ts';

type NumberActionsProps = { number: PortalNumber; onEdit: () => void; onGive: () => void };

/** What an administrator does with a number: give it, make it a station's main one, change it, take it back, remove it. */
export const NumberActions = ({ number, onEdit, onGive }: NumberActionsProps) => {
  const [asked, setAsked] = useState<'take' | 'remove'>();
  const remove = useRemoveNumber();
  const changed = useChangeNumbers();
  const close = (): void => setAsked(undefined);
  const changeTo = (change: (has: ChosenNumber[]) => ChosenNumber[], text: string, title: string): void => {
    if (!number.station) return;
    const { key } = number.station;
    changed.mutate({ key, change }, { onSuccess: () => toastSuccess(text, title), onSettled: close });
  };
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <Action label={`Edit ${number.display}`} icon={<IconPencil size={17} aria-hidden />} onClick={onEdit} />
      {number.state === 'given' ? (
        <>
          {!number.main && (
            <Action
              label={`Make ${number.display} the main number`}
              icon={<IconStar size={17} aria-hidden />}
              onClick={() =>
                changeTo(
                  (has) => withMain(has, number.did),
                  `${number.station?.name} shows ${number.display} first.`,
                  'Main number changed',
                )
              }
            />
          )}
          <Action
            label={`Take ${number.display} back`}
            icon={<IconPlugConnectedX size={17} aria-hidden />}
            onClick={() => setAsked('take')}
          />
        </>
      ) : (
        <>
          <Action
            label={`Give ${number.display} to a station`}
            icon={<IconPhoneOutgoing size={17} aria-hidden />}
            onClick={onGive}
          />
          <Action
            label={`Remove ${number.display}`}
            icon={<IconTrash size={17} aria-hidden />}
            onClick={() => setAsked('remove')}
          />
        </>
      )}
      <ConfirmDialog
        opened={asked === 'take'}
        title={`Take ${number.display} back?`}
        confirm="Take back"
        busy={changed.isPending}
        onConfirm={() =>
          changeTo(
            (has) => withoutNumber(has, number.did),
            number.sandbox ? 'It is free.' : 'It rests for 90 days.',
            `${number.display} taken back`,
          )
        }
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
