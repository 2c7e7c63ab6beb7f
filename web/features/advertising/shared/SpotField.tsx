import { Button, Group, NumberInput, Progress, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { CampaignAudio } from '#contract/api/campaign.ts';
import { limits } from '#contract/rules/limits.ts';
import { FileDrop } from '#web/features/uploads/shared/FileDrop.tsx';
import { byteSize, duration as clock } from '#web/lib/format.ts';
import { toastWarning } from '#web/lib/toasts.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import classes from './Spot.module.css';
import { SpotWave } from './SpotWave.tsx';
import { localQuery } from '#web/lib/endpoint-query.ts';
import { StoredSpot } from './StoredSpot.tsx';
import { decodeAudio } from './use-spot-player.ts';

/** A chosen file that is not uploaded yet, and where the part that plays begins, s. */
export type PickedSpot = { file: File; from: number };

type SpotFieldProps = {
  audio: CampaignAudio | null;
  load: () => Promise<Blob>;
  picked: PickedSpot | undefined;
  onPick: (picked: PickedSpot | undefined) => void;
  /** Whether the start of the part that plays can be chosen. */
  canCut?: boolean;
  isUploading: boolean;
};

/** Larger compressed files would take too much memory to draw. */
const maxDrawnBytes = 20 * 1024 ** 2;

/** The audio of a spot: upload, hear, and choose the 30 seconds that play of a longer file. */
export const SpotField = ({ audio, load, picked, onPick, canCut = true, isUploading }: SpotFieldProps) => (
  <div>
    {picked ? (
      <Picked picked={picked} onPick={onPick} canCut={canCut} />
    ) : (
      audio && <StoredSpot audio={audio} load={load} />
    )}
    {isUploading && <Progress value={100} mt="sm" aria-label="Upload" animated />}
    <div style={{ marginTop: picked || audio ? 16 : 0 }}>
      <FileDrop
        title={picked || audio ? 'Replace the spot' : 'Drop your spot here'}
        hint={`MP3, WAV, FLAC or AAC, up to ${byteSize(limits.adAudioMaxBytes)}. At most ${String(limits.adAudioMaxS)} seconds play.`}
        button="Choose file"
        isCompact={picked !== undefined || audio !== null}
        multiple={false}
        onFiles={([file]) => {
          if (!file) return;
          if (file.size > limits.adAudioMaxBytes)
            toastWarning('File too large', `Please choose a file of at most ${byteSize(limits.adAudioMaxBytes)}.`);
          else onPick({ file, from: 0 });
        }}
      />
    </div>
  </div>
);

type PickedProps = { picked: PickedSpot; onPick: (picked: PickedSpot | undefined) => void; canCut: boolean };

const Picked = ({ picked: { file, from }, onPick, canCut }: PickedProps) => {
  const isDrawn = file.size <= maxDrawnBytes || /\.wav$/i.test(file.name);
  const { data, error } = useQuery(
    localQuery(['spot-file', file.name, file.size, file.lastModified], () => decodeAudio(file), {
      enabled: isDrawn,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      retry: false,
      throwOnError: false,
    }),
  );
  const max = limits.adAudioMaxS;
  const isLong = data !== undefined && data.duration > max;
  const move = (to: number): void => onPick({ file, from: to });
  return (
    <div>
      <Group justify="space-between" gap="xs" mb="xs" wrap="nowrap">
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          <bdi>{file.name}</bdi>
        </Text>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconX size={14} aria-hidden />}
          onClick={() => onPick(undefined)}
        >
          Do not use
        </Button>
      </Group>
      {data && <SpotWave audio={data} seconds={max} from={from} onMove={isLong && canCut ? move : undefined} />}
      {isDrawn && !data && !error && <ScreenSkeleton />}
      {isLong && (
        <div className={classes.facts} role="status">
          {canCut
            ? `This file is ${clock(data.duration)} long. ${String(max)} seconds play, from ${clock(from)}, and fade out at the end. Move the frame to choose them.`
            : `This file is ${clock(data.duration)} long. Its first ${String(max)} seconds play and fade out at the end.`}
        </div>
      )}
      {!data && (error !== null || !isDrawn) && canCut && (
        <NumberInput
          label="Begin at second"
          description={`If the file is longer than ${String(max)} seconds`}
          value={from}
          min={0}
          max={3600}
          allowNegative={false}
          maw={240}
          onChange={(to) => move(Number(to) || 0)}
        />
      )}
    </div>
  );
};
