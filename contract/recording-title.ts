/** What is put into the title of an episode, each in braces. */
export const titleWords = ['name', 'date', 'time', 'station'] as const;

type Told = { name: string; station: string; timezone: string; begin: number };

/** The title of a recording's episode: its template with the day and time of its beginning, by the clocks of its zone. */
export const titleOfRecording = (template: string, { name, station, timezone, begin }: Told): string => {
  const told = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('en', { timeZone: timezone, ...options }).format(begin);
  const words: Record<(typeof titleWords)[number], string> = {
    name,
    station,
    date: told({ dateStyle: 'long' }),
    time: told({ timeStyle: 'short', hourCycle: 'h23' }),
  };
  return template.replace(/\{(name|date|time|station)\}/g, (_, word: keyof typeof words) => words[word]).slice(0, 255);
};
