import { Button, Group, Progress, Text } from '@mantine/core';
import classes from './AudioEditor.module.css';
import { timeText } from './time-text.ts';

type AudioFootProps = {
  /** Of the original and of the result, s. */
  length: number;
  editedLength: number;
  isDirty: boolean;
  isBusy: boolean;
  /** How far the new audio is, percent; undefined before. */
  progress: number | undefined;
  onDiscard: () => void;
  onSave: () => void;
};

/** The end of the audio editor: the lengths, its buttons, and how far the new audio is. */
export const AudioFoot = (props: AudioFootProps) => {
  const { length, editedLength, isDirty, isBusy, progress, onDiscard, onSave } = props;
  return (
    <>
      <div className={classes.foot}>
        <Text size="sm" className="numbers">
          Original <b>{timeText(length)}</b> · Edited <b>{timeText(editedLength)}</b>
        </Text>
        <Group gap="sm">
          <Button variant="default" disabled={!isDirty} onClick={onDiscard}>
            Discard changes
          </Button>
          <Button loading={isBusy} disabled={!isDirty || editedLength === 0} onClick={onSave}>
            Save audio
          </Button>
        </Group>
      </div>
      {progress !== undefined && (
        <div role="status">
          <Text size="sm">Preparing the new audio, {progress}%.</Text>
          <Progress value={progress} color="green" size="sm" mt={6} aria-label="Preparing the new audio" />
        </div>
      )}
    </>
  );
};
