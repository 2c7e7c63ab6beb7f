const minute = 60_000;

/** A moment as the clock of a zone shows it, for a field of date and time: `2026-11-21T20:30`. */
export const clockText = (iso: string, zone: string): string => {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  }).formatToParts(new Date(iso));
  const of = (type: Intl.DateTimeFormatPartTypes): string => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}`;
};

/**
 * The moment at which the clock of a zone shows a date and time. Where clocks are set back it is the first of the two; a
 * time that clocks leap over is as much later. Nothing of what is no date.
 */
export const momentOfClock = (text: string, zone: string): string | undefined => {
  const asUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  const offsetAt = (at: number): number => Date.parse(`${clockText(new Date(at).toISOString(), zone)}Z`) - at;
  const whole = Math.floor(asUtc / minute) * minute;
  const offsets = [offsetAt(whole - 24 * 60 * minute), offsetAt(whole + 24 * 60 * minute)];
  const found = offsets.map((offset) => whole - offset).filter((at) => offsetAt(at) === whole - at);
  const at = found.length > 0 ? Math.min(...found) : whole - (offsets[0] ?? 0);
  return new Date(at).toISOString();
};

/** The zone of this browser. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
