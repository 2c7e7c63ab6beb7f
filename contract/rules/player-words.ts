/** What a listener reads who requests a song. */
export type RequestWords = {
  request: string;
  requestSearch: string;
  requestNone: string;
  requestName: string;
  requestMessage: string;
  requestSend: string;
  requestAgain: string;
  requestWaiting: string;
  requestApproved: string;
  requestPlaying: string;
  requestPlayed: string;
  /** Also if it was approved and then removed. */
  requestRefused: string;
  /** Nothing answers. */
  unavailable: string;
};

/** What a website shows in the place of a player that is not there. */
export type AbsenceWords = {
  notFound: string;
  notFoundReason: string;
  switchedOff: string;
  switchedOffReason: string;
  removed: string;
  removedReason: string;
};

/** What an embedded player says, in one language. `{name}`, `{n}` and `{brand}` are filled in. */
export type FrameWords = RequestWords & {
  /** The name of the whole player, with the station's. */
  player: string;
  play: string;
  pause: string;
  mute: string;
  unmute: string;
  volume: string;
  connecting: string;
  reconnecting: string;
  /** Another app or a telephone call has the sound. */
  pausedByDevice: string;
  offAir: string;
  offAirReason: string;
  live: string;
  /** The station plays by itself. */
  automatic: string;
  listeners: string;
  more: string;
  close: string;
  stations: string;
  history: string;
  noHistory: string;
  copyTitle: string;
  share: string;
  shareWith: string;
  copyLink: string;
  copyCode: string;
  ownWindow: string;
  copied: string;
  sleep: string;
  sleepOff: string;
  minutes: string;
  otherApps: string;
  lowData: string;
  /** By Cast, AirPlay and the like. */
  playOnDevice: string;
  /** Reads what plays to those who ask for it. */
  whatPlays: string;
  /** The browser asks for a click before it plays on. */
  tapToContinue: string;
  poweredBy: string;
};

/** All of that in one language. */
export type PlayerWords = FrameWords & AbsenceWords;
