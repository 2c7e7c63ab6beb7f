import { Button, FileButton, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState, type DragEvent } from 'react';
import { announceWarning } from '#web/lib/announce.tsx';
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
  /** Takes what is dropped anywhere on the page. */
  wholePage?: boolean;
  onFiles: (files: File[]) => void;
};

/** Takes audio files, dropped or chosen; what isn't audio is named and left out. */
export const FileDrop = (props: FileDropProps) => {
  const { title, hint, button = 'Choose files', isCompact, multiple = true, wholePage = false, onFiles } = props;
  const [isOver, setOver] = useState(false);
  const [choices, setChoices] = useState(0);
  const take = (files: File[]): void => {
    const audio = files.filter(isAudio);
    const rest = files.length - audio.length;
    if (rest > 0)
      announceWarning(
        'Not audio',
        `${rest} of ${files.length} files left out: MP3, FLAC, WAV, M4A and OGG are accepted.`,
      );
    const good = multiple ? audio : audio.slice(0, 1);
    if (good.length > 0) onFiles(good);
  };
  const over = (event: Dragged): void => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: Dragged): void => {
    setOver(false);
    if (event.defaultPrevented || !event.dataTransfer || event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    take([...event.dataTransfer.files]);
  };
  useWholePage(wholePage, { over, drop, leave: () => setOver(false) });
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
      {/* Begun anew after each choice, as choosing the same file again is no change to the browser. */}
      <FileButton key={choices} multiple accept={accepted} onChange={(files) => (setChoices(choices + 1), take(files))}>
        {(opener) => (
          <Button variant="default" {...opener}>
            {button}
          </Button>
        )}
      </FileButton>
    </div>
  );
};

type Dragged = Pick<DragEvent | globalThis.DragEvent, 'dataTransfer' | 'preventDefault' | 'defaultPrevented'>;
type Drags = { over: (event: Dragged) => void; drop: (event: Dragged) => void; leave: () => void };

const useWholePage = (isOn: boolean, drags: Drags): void => {
  const over = useEffectEvent(drags.over);
  const drop = useEffectEvent(drags.drop);
  const leave = useEffectEvent((event: globalThis.DragEvent) => {
    // Between two elements of the page the pointer is still over it.
    if (event.relatedTarget === null) drags.leave();
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const all = new AbortController();
    const { signal } = all;
    window.addEventListener('dragover', (event) => over(event), { signal });
    window.addEventListener('drop', (event) => drop(event), { signal });
    window.addEventListener('dragleave', (event) => leave(event), { signal });
    return () => all.abort();
  }, [isOn]);
};
