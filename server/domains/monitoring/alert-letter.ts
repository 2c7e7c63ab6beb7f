import type { AlertKind } from '#contract/station-profile.ts';
import type { Letter } from '#server/kernel/kernel.ts';
import type { LetterRow } from './monitoring.repo.ts';

/**
 * The letter about an alert of a station: what, since when by the station's clock, and where to look. `stop` is the path
 * that stops them for this address.
 */
export const alertLetter = (row: LetterRow, publicUrl: string, stop: string): Letter => {
  const name = row.name.replace(/\s+/g, ' ').trim();
  const page = `/accounts/${row.account_key}/stations/${row.key}`;
  const unsubscribeUrl = new URL(stop, publicUrl).href;
  return {
    to: row.email,
    unsubscribeUrl,
    ...wordsOf(row, name),
    action: { label: 'Open the station', url: new URL(page, publicUrl).href },
    closing: `You get this letter as an address of the monitoring alerts of ${name}. The station's owners and admins change them in its settings, at ${new URL(`${page}/settings/alerts`, publicUrl).href}. To stop these letters to you, open ${unsubscribeUrl}`,
  };
};

const wordsOf = (row: LetterRow, name: string): Pick<Letter, 'subject' | 'paragraphs'> => {
  const { about, kind, began } = row;
  if (about === 'test' || kind === null || began === null)
    return {
      subject: `Test alert of ${name}`,
      paragraphs: ['This is a test: nothing is wrong.', `Alerts of ${name} reach you at this address.`],
    };
  const since = momentIn(began, row.default_timezone);
  if (about === 'ended') {
    const end = row.ended ?? row.recovering ?? began;
    const times = (row.count ?? 1) > 1 ? ` It happened ${String(row.count)} times meanwhile.` : '';
    return {
      subject: `${name}: ${recovered[kind]} after ${lengthOf(began, end)}`,
      paragraphs: [
        `${name}: ${recovered[kind]} since ${momentIn(end, row.default_timezone)}.`,
        `It began at ${since}.${times}`,
      ],
    };
  }
  const again = about === 'again' ? ' again' : '';
  return {
    subject: `${name}: ${wrong[kind]}${again}`,
    paragraphs: [
      `${name}: ${wrong[kind]}${again}, first at ${since}.`,
      hints[kind],
      about === 'again'
        ? 'It comes and goes. You are written to next when it has been well for a while.'
        : 'You are written to again when it is over.',
    ],
  };
};

const wrong: Record<AlertKind, string> = {
  offline: 'the station is offline',
  dead_air: 'dead air',
  encoder: 'the encoder is missing',
  files: 'tracks cannot be read',
};
const recovered: Record<AlertKind, string> = {
  offline: 'the station is back on the air',
  dead_air: 'sound is back',
  encoder: 'the encoder is back',
  files: 'all tracks can be read',
};
const hints: Record<AlertKind, string> = {
  offline: 'Listeners hear nothing of the station: no encoder is connected, and there is nothing else to play.',
  dead_air: 'The stream runs, but what goes out is silent or nearly so. Check the mixer and the input of the encoder.',
  encoder: 'The live encoder left the air. Listeners hear what is set to play instead.',
  files:
    'Tracks of its playlist are left out, as their files are missing or cannot be read. The page of the station names them.',
};

const momentIn = (moment: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'long',
    timeZone: timeZone === '' ? 'UTC' : timeZone,
  }).format(moment);

/** `12 minutes`, `1 hour 5 minutes`; at least a minute is told in minutes. */
export const lengthOf = (from: Date, to: Date): string => {
  const seconds = Math.max(Math.round((to.getTime() - from.getTime()) / 1000), 0);
  if (seconds < 60) return counted(seconds, 'second');
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return counted(minutes, 'minute');
  const rest = minutes % 60;
  return `${counted(Math.floor(minutes / 60), 'hour')}${rest > 0 ? ` ${counted(rest, 'minute')}` : ''}`;
};

const counted = (count: number, noun: string): string => `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
