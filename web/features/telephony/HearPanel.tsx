import { Button, Text } from '@mantine/core';
import { IconPhoneIncoming } from '@tabler/icons-react';
import { useState } from 'react';
import type { StationKey } from '#contract/rules/keys.ts';
import { previewSeconds } from '#contract/engine/engine-calls.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { useHearAsCaller } from './queries.ts';
import classes from './Telephony.module.css';

/** Twenty seconds of the station as a telephone lets it through. */
export const HearPanel = ({ stationKey }: { stationKey: StationKey }) => {
  const [isSilent, setSilent] = useState(false);
  const hear = useHearAsCaller(stationKey);
  const listen = (): void => {
    setSilent(false);
    hear.mutate();
  };
  return (
    <Surface
      title="Hear it as a caller does"
      description={`${previewSeconds} seconds of the station as it plays now, through the filters and the codec of a telephone`}
    >
      {hear.data !== undefined && !isSilent && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- a live programme, without a transcript
        <audio
          key={hear.data}
          controls
          autoPlay
          src={hear.data}
          className={classes.audio}
          aria-label="The station on a telephone"
          onError={() => setSilent(true)}
        />
      )}
      {isSilent && (
        <Text c="dimmed" role="status" mb="sm">
          Nothing can be heard right now. Is the station on the air?
        </Text>
      )}
      <Button
        variant="default"
        leftSection={<IconPhoneIncoming size={18} aria-hidden />}
        loading={hear.isPending}
        onClick={listen}
      >
        {hear.data === undefined ? 'Listen' : 'Listen again'}
      </Button>
    </Surface>
  );
};
