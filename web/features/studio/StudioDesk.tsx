import type { StationLive } from '#contract/api/session.ts';
import { UnsavedGuard } from '#web/ui/UnsavedGuard.tsx';
import { AirPanel } from './AirPanel.tsx';
import { DeckPanel } from './DeckPanel.tsx';
import { FadePanel } from './FadePanel.tsx';
import { MicrophonePanel } from './MicrophonePanel.tsx';
import { useObservable } from './observable.ts';
import type { Studio } from './open-studio.ts';
import classes from './Studio.module.css';
import { TalkPanel } from './TalkPanel.tsx';
import { useDevices } from './use-devices.ts';

type StudioDeskProps = {
  studio: Studio;
  live: StationLive | undefined;
  stationName: string;
  mayGoLive: boolean;
};

/** The open desk: what is on the air, the microphone, two decks and what is between them. */
export const StudioDesk = ({ studio, live, stationName, mayGoLive }: StudioDeskProps) => {
  const { phase } = useObservable(studio.uplink);
  const devices = useDevices();
  const isSending = phase !== 'off' && phase !== 'ended';
  return (
    <div className={classes.desk}>
      <UnsavedGuard
        when={isSending}
        title="Leave the studio?"
        text="You are on the air. Your broadcast ends when you leave this page."
      />
      <div className={classes.air}>
        <AirPanel studio={studio} live={live} stationName={stationName} mayGoLive={mayGoLive} />
      </div>
      <div className={classes.voice}>
        <div className={classes.microphone}>
          <MicrophonePanel studio={studio} devices={devices.inputs} />
        </div>
        <div className={classes.talk}>
          <TalkPanel studio={studio} />
        </div>
      </div>
      <div className={classes.files}>
        <div className={classes.decks}>
          <DeckPanel name="Deck A" deck={studio.decks[0]} />
          <DeckPanel name="Deck B" deck={studio.decks[1]} />
        </div>
        <FadePanel studio={studio} devices={devices.outputs} />
      </div>
    </div>
  );
};
