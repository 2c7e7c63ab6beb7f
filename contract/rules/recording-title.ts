/** The placeholders in the title of an episode. */
export const titlePlaceholders = ['name', 'date', 'time', 'station'] as const;

type RecordingFacts = { name: string; station: string; timezone: string; begin: number };

/** The title of a recording's episode: its template with the date and time of its begin, in its time zone. */
export const titleOfRecording = (template: string, { name, station, timezone, begin }: RecordingFacts): string => {
  const formatted = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('en', { timeZone: timezone, ...options }).format(begin);
  const words: Record<(typeof titlePlaceholders)[number], string> = {
    name,
    station,
    date: formatted({ dateStyle: 'long' }),
    time: formatted({ timeStyle: 'short', hourCycle: 'h23' }),
  };
  return template.replace(/\{(name|date|time|station)\}/g, (_, word: keyof typeof words) => words[word]).slice(0, 255);
};
