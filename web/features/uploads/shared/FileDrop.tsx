import { Button, FileButton, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState, type DragEvent } from 'react';
import { toastWarning } from '#web/lib/toasts.tsx';
import classes from './FileDrop.module.css';

const accepted = '.mp3,.flac,.wav,.m4a,.ogg,.oga,.opus,.aac,audio/*';
const isAudio = ({ name, type }: File): boolean =>
  type.startsWith('audio/') || /\.(mp3|flac|wav|m4a|ogg|oga|opus|aac)$/i.test(name);

type FileDropProps = {
  title: string;
  hint: string;
  button?: string;
  isCompact: boolean;
  multiple?: boolean;
  /** Accepts files dropped anywhere on the page. */
  wholePage?: boolean;
  /** Only a button; files dropped anywhere on the page are accepted as well. */
  isButton?: boolean;
  onFiles: (files: File[]) => void;
};

/** Accepts dropped or chosen audio files; warns about other files and skips them. */
export const FileDrop = (props: FileDropProps) => {
  const { title, hint, button = 'Choose files', isCompact, multiple = true, onFiles } = props;
  const { isButton = false, wholePage = isButton } = props;
  const [isOver, setOver] = useState(false);
  const [choices, setChoices] = useState(0);
  const acceptFiles = (files: File[]): void => {
    const audio = files.filter(isAudio);
    const rejected = files.length - audio.length;
    if (rejected > 0)
      toastWarning('Not audio', `${rejected} of ${files.length} files skipped. Upload MP3, FLAC, WAV, M4A or OGG.`);
    const selected = multiple ? audio : audio.slice(0, 1);
    if (selected.length > 0) onFiles(selected);
  };
  const over = (event: DragData): void => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragData): void => {
    setOver(false);
    if (event.defaultPrevented || !event.dataTransfer || event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    acceptFiles([...event.dataTransfer.files]);
  };
  useWholePage(wholePage, { over, drop, leave: () => setOver(false) });
  // Remounted after each choice, as browsers fire no change when the same file is chosen again.
  const chooser = (
    <FileButton
      key={choices}
      multiple
      accept={accepted}
      onChange={(files) => (setChoices(choices + 1), acceptFiles(files))}
    >
      {(opener) => (
        <Button
          variant="default"
          {...(isButton && { size: 'xs', leftSection: <IconUpload size={16} aria-hidden /> })}
          {...opener}
        >
          {button}
        </Button>
      )}
    </FileButton>
  );
  if (isButton)
    return (
      <>
        {chooser}
        {isOver && (
          <div className={classes.page}>
            <IconUpload size={34} aria-hidden className={classes.icon} />
            <Text fw={600}>{title}</Text>
          </div>
        )}
      </>
    );
  return (
    <div
      className={classes.root}
      data-over={isOver || undefined}
      data-compact={isCompact || undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconUpload size={isCompact ? 22 : 34} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      </div>
      {chooser}
    </div>
  );
};

type DragData = Pick<DragEvent | globalThis.DragEvent, 'dataTransfer' | 'preventDefault' | 'defaultPrevented'>;
type DragHandlers = { over: (event: DragData) => void; drop: (event: DragData) => void; leave: () => void };

const useWholePage = (isOn: boolean, drags: DragHandlers): void => {
  const over = useEffectEvent(drags.over);
  const drop = useEffectEvent(drags.drop);
  const leave = useEffectEvent((event: globalThis.DragEvent) => {
    // Ignore moves between two elements of the page.
    if (event.relatedTarget === null) drags.leave();
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const listeners = new AbortController();
    const { signal } = listeners;
    window.addEventListener('dragover', (event) => over(event), { signal });
    window.addEventListener('drop', (event) => drop(event), { signal });
    window.addEventListener('dragleave', (event) => leave(event), { signal });
    return () => listeners.abort();
  }, [isOn]);
};
