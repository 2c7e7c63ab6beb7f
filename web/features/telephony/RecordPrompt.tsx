import { Button, Group, Text } from '@mantine/core';
import { IconMicrophone, IconPlayerStop } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { limits } from '#contract/rules/limits.ts';
import { duration } from '#web/lib/format.ts';
import { toastWarning } from '#web/lib/toasts.tsx';
import classes from './Telephony.module.css';

/** What browsers can record and the portal reads. */
const formats = [
  { type: 'audio/mp4', ending: 'm4a' },
  { type: 'audio/ogg;codecs=opus', ending: 'ogg' },
] as const;

const supported = () =>
  typeof MediaRecorder === 'undefined' ? undefined : formats.find(({ type }) => MediaRecorder.isTypeSupported(type));

/** Ends a recording without saving it: its tracks end, which would otherwise save what was recorded until then. */
const discard = (recording: MediaRecorder | undefined): void => {
  if (!recording) return;
  recording.onstop = null;
  for (const track of recording.stream.getTracks()) track.stop();
};

/** Records a prompt with the microphone, at most as long as one plays; hidden where the browser can't. */
export const RecordPrompt = ({ onRecorded }: { onRecorded: (file: File) => void }) => {
  const format = supported();
  const recorder = useRef<MediaRecorder>(undefined);
  const [seconds, setSeconds] = useState<number>();
  useEffect(() => () => discard(recorder.current), []);
  const isRecording = seconds !== undefined;
  useEffect(() => {
    if (!isRecording) return undefined;
    const timer = setInterval(() => setSeconds((now) => (now ?? 0) + 1), 1000);
    return () => clearInterval(timer);
  }, [isRecording]);
  useEffect(() => {
    if ((seconds ?? 0) >= limits.promptMaxS) recorder.current?.stop();
  }, [seconds]);
  if (!format) return null;
  const start = async (): Promise<void> => {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    const chunks: Blob[] = [];
    const recording = new MediaRecorder(stream, { mimeType: format.type });
    recording.ondataavailable = ({ data }) => chunks.push(data);
    recording.onstop = () => {
      for (const track of stream.getTracks()) track.stop();
      setSeconds(undefined);
      onRecorded(new File(chunks, `Recording.${format.ending}`, { type: format.type }));
    };
    recorder.current = recording;
    recording.start();
    setSeconds(0);
  };
  const begin = (): void =>
    void start().catch(() =>
      toastWarning('No microphone', 'Please allow this page to use the microphone, or upload a file.'),
    );
  return (
    <Group gap="sm" className={classes.record}>
      {isRecording ? (
        <>
          <Button
            color="red"
            leftSection={<IconPlayerStop size={16} aria-hidden />}
            onClick={() => recorder.current?.stop()}
          >
            Stop and save
          </Button>
          <Text size="sm" role="timer">
            {duration(seconds)} of {duration(limits.promptMaxS)}
          </Text>
        </>
      ) : (
        <Button variant="default" leftSection={<IconMicrophone size={16} aria-hidden />} onClick={begin}>
          Record it now
        </Button>
      )}
    </Group>
  );
};
