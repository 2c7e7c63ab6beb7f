/** The title shown to listeners: `Artist - Title`, or whichever of them exists. */
export const titleOf = (track: { artist: string; title: string }): string =>
  [track.artist, track.title].filter((part) => part !== '').join(' - ');

/** Splits an encoder's one-line title into artist and title. */
export const splitTitle = (line: string): { artist: string; title: string } => {
  const at = line.indexOf(' - ');
  if (at < 0) return { artist: '', title: line.trim() };
  return { artist: line.slice(0, at).trim(), title: line.slice(at + 3).trim() };
};
