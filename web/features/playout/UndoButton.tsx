import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { StationKey } from '#contract/rules/keys.ts';
import type { PlaylistStep } from '#contract/api/playout.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { moment } from '#web/lib/format.ts';
import { InfoTooltip } from '#web/ui/InfoTooltip.tsx';
import { useUndo } from './queries.ts';
import { describeStep } from './describe-step.ts';

/** Undoes the playlist's latest change, including a colleague's; Ctrl+Z does the same. */
export const UndoButton = ({ stationKey, step }: { stationKey: StationKey; step: PlaylistStep | null }) => {
  const { mutate, isPending } = useUndo(stationKey);
  const undo = (): void => {
    if (step && !isPending) mutate(step.id, { onSuccess: () => toastSuccess(`Undone: ${describeStep(step)}`) });
  };
  useEffect(() => {
    const undoByKey = (event: KeyboardEvent): void => {
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || isTyping(event.target)) return;
      event.preventDefault();
      undo();
    };
    window.addEventListener('keydown', undoByKey);
    return () => window.removeEventListener('keydown', undoByKey);
  });
  return (
    <InfoTooltip
      label={step ? `${describeStep(step)}${step.by && `, by ${step.by}`}, ${moment(step.at)}` : 'Nothing to undo'}
    >
      <Button
        variant="default"
        size="xs"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        onClick={undo}
        loading={isPending}
        disabled={step === null}
      >
        Undo
      </Button>
    </InfoTooltip>
  );
};

/** Whether Ctrl+Z edits text in the focused element, or a dialog is open. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.closest('input:not([type=checkbox]), textarea, [role=dialog]') !== null || target.isContentEditable);
