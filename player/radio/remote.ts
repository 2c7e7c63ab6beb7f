/** Whether it can play on another device: none was found, one can be chosen, or one connects or plays. */
export type RemoteState = 'absent' | 'available' | 'connecting' | 'connected';

type Needs = {
  /** The element that is heard; undefined before the first one. */
  heard(): HTMLAudioElement | undefined;
  changed(state: RemoteState, before: RemoteState): void;
};

/**
 * Playing on another device (Remote Playback API: Cast in Chrome, AirPlay in Safari). The device opens the URL of the element
 * that is heard by itself; its sound does not come from here any more.
 */
export const createRemote = ({ heard, changed }: Needs) => {
  /** The elements whose sound a device could play. */
  const found = new WeakSet<HTMLAudioElement>();
  let state: RemoteState = 'absent';
  const stateOf = (audio: HTMLAudioElement | undefined): RemoteState => {
    const there = audio && remoteOf(audio)?.state;
    if (audio && (there === 'connecting' || there === 'connected')) return there;
    return audio && found.has(audio) ? 'available' : 'absent';
  };
  const look = (): void => {
    const [before, now] = [state, stateOf(heard())];
    if (now === before) return;
    state = now;
    changed(now, before);
  };
  return {
    /** Looks for devices for an element's source; again for each source, as an element without remote playback forgets it. */
    watch(audio: HTMLAudioElement): void {
      const remote = remoteOf(audio);
      if (!remote) return;
      for (const type of ['connecting', 'connect', 'disconnect']) remote.addEventListener(type, look);
      const note = (isFound: boolean): void => {
        if (isFound) found.add(audio);
        else found.delete(audio);
        look();
      };
      // Rejected where the browser can't look for devices: then there is no button.
      remote
        .cancelWatchAvailability()
        .then(() => remote.watchAvailability(note))
        .catch(() => note(false));
    },
    /** Another element is heard. */
    look,
    isOn: (): boolean => state === 'connecting' || state === 'connected',
    /** Lets the listener choose a device, or leave it. Call it in a click. */
    choose(): void {
      const audio = heard();
      // Rejected when the listener closes the list of devices.
      if (audio)
        void remoteOf(audio)
          ?.prompt()
          .catch(() => undefined);
    },
  };
};

/** Undefined in browsers without the API, as Firefox. */
const remoteOf = (audio: HTMLAudioElement): RemotePlayback | undefined => audio.remote as RemotePlayback | undefined;
