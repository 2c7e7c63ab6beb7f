import { minuteMs } from '#contract/rules/time.ts';

const mostMinutes = 5000;
/** Caches the text of each minute, because most times in a batch share a few minutes. */
const minuteTexts = new Map<number, string>();

/** Formats milliseconds since the epoch as a ClickHouse DateTime64 in UTC. */
export const clickhouseTime = (ms: number): string => {
  const minute = Math.floor(ms / minuteMs);
  return `${minuteTexts.get(minute) ?? minuteText(minute)}${digits(Math.floor(ms - minute * minuteMs))}`;
};

const minuteText = (minute: number): string => {
  const text = new Date(minute * minuteMs).toISOString().replace('T', ' ').slice(0, 17);
  if (minuteTexts.size >= mostMinutes) minuteTexts.clear();
  minuteTexts.set(minute, text);
  return text;
};

/** `07.042` for 7042. */
const digits = (ms: number): string => {
  const text = String(100_000 + ms);
  return `${text.slice(1, 3)}.${text.slice(3)}`;
};
