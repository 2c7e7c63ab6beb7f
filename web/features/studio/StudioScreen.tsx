import { Alert, Button } from '@mantine/core';
import { IconMicrophone } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useMay } from '#web/features/session/queries.ts';
import { stationQuery, useStationLive } from '#web/parts/station-queries.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { openStudio, type Studio } from './open-studio.ts';
import { StudioDesk } from './StudioDesk.tsx';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey');

/** Browsers only give pages of HTTPS and of this computer a microphone and an audio thread. */
const isAble = (): boolean =>
  typeof AudioWorkletNode !== 'undefined' && (navigator as Partial<Navigator>).mediaDevices !== undefined;

/** `…/stations/{stationKey}/studio`: microphone and files, mixed in the page and sent to the station. */
export const StudioScreen = () => {
  const { accountKey, stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const live = useStationLive(stationKey);
  const mayGoLive = useMay('station.goLive', { accountKey, stationKey }) && !station.suspended;
  const [studio, setStudio] = useState<Studio>();
  const [isOpening, setOpening] = useState(false);
  const [problem, setProblem] = useState('');
  usePageTitle(`${station.name}: Studio`);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      studio?.close();
    };
  }, [studio]);
  const open = async (): Promise<void> => {
    setOpening(true);
    try {
      const opened = await openStudio(stationKey, station.name);
      if (isGone.current) return opened.close();
      setStudio(opened);
      setProblem('');
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setOpening(false);
  };
  if (studio) return <StudioDesk studio={studio} live={live} stationName={station.name} mayGoLive={mayGoLive} />;
  return (
    <Surface title="Studio" description="Go live from this browser: microphone and files, on a computer or a phone.">
      {problem !== '' && (
        <Alert color="red" title="The studio could not be opened" mb="md">
          {problem}
        </Alert>
      )}
      {isAble() ? (
        <EmptyState
          icon={<IconMicrophone size={30} />}
          title="Broadcast without other software"
          action={
            <Button
              size="md"
              leftSection={<IconMicrophone size={18} aria-hidden />}
              loading={isOpening}
              disabled={!mayGoLive}
              onClick={() => void open()}
            >
              Open the studio
            </Button>
          }
        >
          Your browser asks for the microphone. Nothing is sent before you press “Go live”. Use headphones, so that the
          microphone doesn’t hear your own files.
        </EmptyState>
      ) : (
        <Alert color="yellow" title="This browser can’t broadcast">
          The studio needs a current browser and a portal that is reached by HTTPS.
        </Alert>
      )}
    </Surface>
  );
};
