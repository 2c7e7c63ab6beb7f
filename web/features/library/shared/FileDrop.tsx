import { Button, FileButton, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState, type DragEvent } from 'react';
import { announceWarning } from '#web/lib/announce.tsx';
import classes from './FileDrop.module.css';

const accepted = '.mp3,.flac,.wav,.m4a,.ogg,.oga,.opus,.aac,audio/*';
const isAudio = ({ name, type }: File): boolean =>
  type.startsWith('audio/') || /\.(mp3|flac|wav|m4a|ogg|oga|opus|aac)$/i.test(name);

type FileDropProps = { isCompact: boolean; onFiles: (files: File[]) => void };

/** Takes audio files, dropped or chosen; what isn't audio is named and left out. */
export const FileDrop = ({ isCompact, onFiles }: FileDropProps) => {
  const [isOver, setOver] = useState(false);
  const [choices, setChoices] = useState(0);
  const take = (files: File[]): void => {
    const good = files.filter(isAudio);
    const rest = files.length - good.length;
    if (rest > 0)
      announceWarning(
        'Not audio',
        `${rest} of ${files.length} files left out: MP3, FLAC, WAV, M4A and OGG are accepted.`,
      );
    if (good.length > 0) onFiles(good);
  };
  const over = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    <div
      className={classes.root}
      data-over={isOver || undefined}
      data-compact={isCompact || undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        setOver(false);
        take([...event.dataTransfer.files]);
      }}
    >
      <IconUpload size={isCompact ? 22 : 34} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <Text fw={600}>Drop music here</Text>
        <Text size="sm" c="dimmed">
          MP3, FLAC, WAV, M4A or OGG, as many as you like
        </Text>
      </div>
      {/* Begun anew after each choice, as choosing the same file again is no change to the browser. */}
      <FileButton key={choices} multiple accept={accepted} onChange={(files) => (setChoices(choices + 1), take(files))}>
        {(props) => (
          <Button variant="default" {...props}>
            Choose files
          </Button>
        )}
      </FileButton>
    </div>
  );
};
